package web

import (
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"
)

func login(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	if !strings.HasPrefix(next, "/") || strings.HasPrefix(next, "//") {
		next = "/"
	}
	http.Redirect(w, r, next, http.StatusFound)
}

func item(c *gin.Context) {
	c.Redirect(302, "/items/"+c.Param("id"))
	c.Redirect(302, "/login")
}

func slash(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "https://www.example.com/"+r.FormValue("page"), 301)
	http.Redirect(w, r, "/login?next="+r.FormValue("next"), 302)
}
