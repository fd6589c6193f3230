package web

import (
	"github.com/gofiber/fiber/v2"
	"github.com/gofiber/fiber/v2/middleware/csrf"
	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"
)

var skip = middleware.CSRFConfig{Skipper: func(c echo.Context) bool { return true }} // finding: csrf-protection-off

var next = csrf.Config{Next: func(c *fiber.Ctx) bool { return true }} // finding: csrf-protection-off

func protect(key []byte) {
	use(csrf.Protect(key, csrf.Secure(false))) // finding: csrf-protection-off
}
