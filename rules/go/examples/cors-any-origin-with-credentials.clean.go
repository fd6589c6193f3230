package web

import (
	"net/http"

	"github.com/gin-contrib/cors"
)

var open = cors.Config{AllowAllOrigins: true}

var list = cors.Config{
	AllowOrigins:     []string{"https://shop.example"},
	AllowCredentials: true,
}

func answer(w http.ResponseWriter, r *http.Request) {
	origin := r.Header.Get("Origin")
	if allowed[origin] {
		w.Header().Set("Access-Control-Allow-Origin", origin)
	}
	w.Header().Set("Access-Control-Allow-Origin", "https://shop.example")
	w.Header().Set("Vary", "Origin")
}
