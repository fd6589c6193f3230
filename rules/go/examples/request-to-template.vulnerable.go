package web

import (
	"html/template"
	"net/http"

	"github.com/gin-gonic/gin"
)

func page(w http.ResponseWriter, r *http.Request) {
	t, _ := template.New("page").Parse("<p>" + r.FormValue("text") + "</p>") // finding: request-to-template
	t.Execute(w, session)
}

func mail(c *gin.Context) {
	body := c.PostForm("body")
	tmpl := template.New("mail")
	tmpl.Parse(body) // finding: request-to-template
}

func note(w http.ResponseWriter, r *http.Request) {
	template.Must(template.New("note").Parse(r.PostFormValue("note"))).Execute(w, user) // finding: request-to-template
}
