package main

import (
	"net/http"
	_ "net/http/pprof"
)

const address = ":9000"

func main() {
	http.HandleFunc("/", home)
	go http.ListenAndServe(":8080", nil) // finding: pprof-on-default-mux
	go http.ListenAndServe(address, http.DefaultServeMux) // finding: pprof-on-default-mux
	http.ListenAndServeTLS(":8443", "cert.pem", "key.pem", nil) // finding: pprof-on-default-mux
}
