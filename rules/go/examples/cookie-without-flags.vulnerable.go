package web

import (
	"net/http"

	"github.com/gin-gonic/gin"
)

func login(w http.ResponseWriter, r *http.Request) {
	http.SetCookie(w, &http.Cookie{Name: "session", Value: id}) // finding: cookie-without-flags
	cookie := http.Cookie{ // finding: cookie-without-flags
		Name:   "auth_token",
		Value:  id,
		Secure: true,
	}
	http.SetCookie(w, &cookie)
}

func ginLogin(c *gin.Context) {
	c.SetCookie("token", id, 3600, "/", "", false, true) // finding: cookie-without-flags
}
