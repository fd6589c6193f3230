package web

import "text/template"

var pages = template.Must(template.ParseGlob("pages/*.html")) // finding: text-template-for-html

func show() {
	t, _ := template.ParseFiles("page.html") // finding: text-template-for-html
	b, _ := template.New("b").Parse("<div>{{.Name}}</div>") // finding: text-template-for-html
	use(t, b)
}
