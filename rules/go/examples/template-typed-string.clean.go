package web

import (
	"html"
	"html/template"
	"net/http"
)

func show(w http.ResponseWriter, r *http.Request) {
	page.Execute(w, template.HTML("<b>fixed</b>"))
	page.Execute(w, template.HTML(policy.Sanitize(r.FormValue("text"))))
	page.Execute(w, template.HTML("<b>"+html.EscapeString(r.FormValue("text"))+"</b>"))
	page.Execute(w, r.FormValue("text"))
	page.Execute(w, template.HTML(icons[r.FormValue("icon")]))
}
