package web

import (
	"fmt"
	"io"
	"net/http"
)

func hello(w http.ResponseWriter, r *http.Request) {
	name := r.URL.Query().Get("name")
	fmt.Fprintf(w, "<h1>Hello %s</h1>", name) // finding: request-to-response
}

func echo(w http.ResponseWriter, r *http.Request) {
	w.Write([]byte("<p>" + r.FormValue("text") + "</p>")) // finding: request-to-response
}

func search(w http.ResponseWriter, r *http.Request) {
	page := "<b>" + r.PostFormValue("q") + "</b>"
	io.WriteString(w, page)        // finding: request-to-response
	fmt.Fprint(w, r.PathValue("q")) // finding: request-to-response
}
