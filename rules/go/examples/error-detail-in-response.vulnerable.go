package web

import (
	"net/http"
	"runtime/debug"
)

func show(w http.ResponseWriter, r *http.Request) {
	err := load()
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError) // finding: error-detail-in-response
	}
	http.Error(w, load().Error(), 500) // finding: error-detail-in-response
	w.Write(debug.Stack()) // finding: error-detail-in-response
}
