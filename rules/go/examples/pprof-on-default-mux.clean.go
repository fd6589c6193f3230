package main

import (
	"net/http"
	_ "net/http/pprof"
)

func main() {
	go http.ListenAndServe("localhost:6060", nil)
	go http.ListenAndServe("127.0.0.1:6060", nil)
	mux := http.NewServeMux()
	mux.HandleFunc("/", home)
	http.ListenAndServe(":8080", mux)
}
