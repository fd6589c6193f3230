package web

import (
	"net/http"

	"github.com/gin-contrib/cors"
	"github.com/labstack/echo/v4/middleware"
)

var all = cors.Config{AllowAllOrigins: true, AllowCredentials: true} // finding: cors-any-origin-with-credentials

var list = middleware.CORSConfig{ // finding: cors-any-origin-with-credentials
	AllowOrigins:     []string{"*"},
	AllowCredentials: true,
}

func answer(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Access-Control-Allow-Origin", r.Header.Get("Origin")) // finding: cors-any-origin-with-credentials
	w.Header().Set("Access-Control-Allow-Credentials", "true")
	origin := r.Header.Get("Origin")
	w.Header().Set("Access-Control-Allow-Origin", origin) // finding: cors-any-origin-with-credentials
}
