package web

import (
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/labstack/echo/v4"
)

func login(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, r.FormValue("next"), http.StatusFound) // finding: request-to-redirect
}

func logout(c *gin.Context) {
	next := c.Query("next")
	if next == "" {
		next = "/"
	}
	c.Redirect(http.StatusSeeOther, next) // finding: request-to-redirect
}

func leave(c echo.Context) error {
	return c.Redirect(302, "https://"+c.QueryParam("shop")+"/welcome") // finding: request-to-redirect
}
