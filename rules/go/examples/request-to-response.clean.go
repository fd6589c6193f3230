package web

import (
	"fmt"
	"html"
	"io"
	"net/http"
	"strconv"
)

func hello(w http.ResponseWriter, r *http.Request) {
	name := r.URL.Query().Get("name")
	fmt.Fprintf(w, "<h1>Hello %s</h1>", html.EscapeString(name))
}

func plain(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/plain")
	io.WriteString(w, r.FormValue("text"))
}

func page(w http.ResponseWriter, r *http.Request) {
	number, _ := strconv.Atoi(r.FormValue("page"))
	fmt.Fprintf(w, "<p>%d</p>", number)
	pages.Execute(w, r.FormValue("text"))
	fmt.Fprintf(os.Stderr, "<%s>", r.FormValue("text"))
}
