package server

import (
	"net"
	"net/http"
)

func start(address string) {
	net.Listen("tcp", "127.0.0.1:2000")
	net.Listen("tcp", "localhost:0")
	net.Listen("unix", "/run/shop.sock")
	net.Dial("tcp", "0.0.0.0:2000")
	http.ListenAndServe(address, nil)
}
