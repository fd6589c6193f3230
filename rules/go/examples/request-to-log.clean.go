package web

import (
	"log"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
)

func login(w http.ResponseWriter, r *http.Request) {
	name := r.FormValue("name")
	log.Printf("login failed: %q", name)
	log.Println("login failed", strconv.Quote(name))
	slog.Info("login failed", "name", name)
	log.Println(strings.ReplaceAll(name, "\n", " "))
	log.Println(len(name), r.Method)
}
