package web

import (
	"html/template"
	"net/http"
	"net/url"
	"time"
)

var page = template.Must(template.New("page").Parse("<p>{{.}}</p>"))

func show(w http.ResponseWriter, r *http.Request) {
	page.Execute(w, r.FormValue("text"))
	t, _ := template.New("b").Parse("<b>{{.Name}}</b>")
	t.Execute(w, map[string]string{"Name": r.FormValue("name")})
}

func day(r *http.Request) {
	url.Parse(r.FormValue("address"))
	time.Parse("2006-01-02", r.FormValue("day"))
	template.New("b").ParseFiles("page.html")
}
