package web

import (
	"log"
	"net/http"
	"runtime/debug"
)

func show(w http.ResponseWriter, r *http.Request) {
	if err := load(); err != nil {
		log.Print(err)
		http.Error(w, "internal error", http.StatusInternalServerError)
		http.Error(w, err.Error(), http.StatusBadRequest)
	}
	log.Printf("%s", debug.Stack())
}
