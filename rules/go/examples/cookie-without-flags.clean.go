package web

import (
	"net/http"

	"github.com/gin-gonic/gin"
)

func login(w http.ResponseWriter, r *http.Request, secure bool) {
	http.SetCookie(w, &http.Cookie{Name: "session", Value: id, Secure: true, HttpOnly: true})
	http.SetCookie(w, &http.Cookie{Name: "session", Value: id, Secure: secure, HttpOnly: true})
	http.SetCookie(w, &http.Cookie{Name: "theme", Value: "dark"})
	http.SetCookie(w, &http.Cookie{Name: "session", MaxAge: -1})
	r.AddCookie(&http.Cookie{Name: "session", Value: id})
}

func ginLogin(c *gin.Context) {
	c.SetCookie("token", id, 3600, "/", "", true, true)
	c.SetCookie("token", "", -1, "/", "", false, true)
}
