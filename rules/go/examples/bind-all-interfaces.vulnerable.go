package server

import (
	"net"
	"net/http"
)

const address = "0.0.0.0:8080"

func start() {
	net.Listen("tcp", "0.0.0.0:2000") // finding: bind-all-interfaces
	http.ListenAndServe(address, nil) // finding: bind-all-interfaces
	net.Listen("tcp6", "[::]:2000") // finding: bind-all-interfaces
}
