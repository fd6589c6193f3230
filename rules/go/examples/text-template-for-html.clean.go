package web

import "text/template"

var mails = template.Must(template.ParseGlob("mails/*.txt"))

func show() {
	t, _ := template.ParseFiles("main.go.tmpl")
	b, _ := template.New("b").Parse("Hello {{.Name}}")
	use(t, b)
}
