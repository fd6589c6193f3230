package server

import "net/http"

func start(handler http.Handler) {
	http.ListenAndServe(":8080", handler) // finding: server-without-timeout
	server := &http.Server{Addr: ":8081", Handler: handler} // finding: server-without-timeout
	server.ListenAndServe()
}

func secure() {
	http.ListenAndServeTLS(":8443", "cert.pem", "key.pem", nil) // finding: server-without-timeout
}
