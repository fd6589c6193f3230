package web

import (
	"html/template"
	"net/http"

	"github.com/gin-gonic/gin"
)

func show(w http.ResponseWriter, r *http.Request) {
	page.Execute(w, template.HTML(r.FormValue("text"))) // finding: template-typed-string
}

func script(c *gin.Context) {
	name := c.Query("name")
	code := "var name = '" + name + "'"
	c.HTML(200, "page", gin.H{"code": template.JS(code)})                 // finding: template-typed-string
	c.HTML(200, "page", gin.H{"link": template.URL(c.Query("link"))})     // finding: template-typed-string
}
