package web

import (
	"net/http"
	"strings"
)

func admin(w http.ResponseWriter, r *http.Request) {
	if strings.HasPrefix(r.RemoteAddr, "127.0.0.1:") {
		open(w)
	}
	if r.Header.Get("X-Forwarded-For") == "" {
		log(r.RemoteAddr)
	}
	log(r.Header.Get("X-Forwarded-For"))
	if r.Header.Get("Accept") == "text/html" {
		open(w)
	}
}
