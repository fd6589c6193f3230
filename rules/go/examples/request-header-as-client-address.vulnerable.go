package web

import (
	"net/http"
	"strings"
)

func admin(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("X-Forwarded-For") == "127.0.0.1" { // finding: request-header-as-client-address
		open(w)
	}
	if strings.HasPrefix(r.Header.Get("X-Real-IP"), "10.") { // finding: request-header-as-client-address
		open(w)
	}
	if trusted[r.Header.Get("X-Forwarded-For")] { // finding: request-header-as-client-address
		open(w)
	}
}
