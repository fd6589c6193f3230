package server

import (
	"net/http"
	"time"
)

func start(handler http.Handler) {
	server := &http.Server{
		Addr:              ":8081",
		Handler:           handler,
		ReadHeaderTimeout: 5 * time.Second,
	}
	server.ListenAndServe()
	other := http.Server{Addr: ":8082"}
	other.ReadHeaderTimeout = time.Second
	other.ListenAndServe()
	http.ListenAndServe("127.0.0.1:6060", nil)
}
