package web

import (
	"net/http"
	"regexp"
)

var word = regexp.MustCompile(`^\w+$`)

func search(w http.ResponseWriter, r *http.Request) {
	re := regexp.MustCompile("(?i)" + regexp.QuoteMeta(r.FormValue("q")))
	use(re, word.MatchString(r.FormValue("q")))
	regexp.MatchString("^a+$", r.FormValue("q"))
	regexp.MustCompile(expressions[r.FormValue("kind")])
}
