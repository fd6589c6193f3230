package web

import (
	"net/http"
	"regexp"

	"github.com/gin-gonic/gin"
)

func search(w http.ResponseWriter, r *http.Request) {
	re := regexp.MustCompile("(?i)" + r.FormValue("q")) // finding: request-to-regexp
	use(re)
}

func filter(c *gin.Context) {
	expression := c.Query("filter")
	re, err := regexp.Compile(expression) // finding: request-to-regexp
	regexp.MatchString(c.Param("re"), text) // finding: request-to-regexp
	use(re, err)
}
