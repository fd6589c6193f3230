package web

import (
	"github.com/gorilla/csrf"
	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"
)

var some = middleware.CSRFConfig{Skipper: func(c echo.Context) bool { return isWebhook(c) }}

func protect(key []byte, secure bool) {
	use(csrf.Protect(key))
	use(csrf.Protect(key, csrf.Secure(true)))
	use(csrf.Protect(key, csrf.Secure(secure)))
}
