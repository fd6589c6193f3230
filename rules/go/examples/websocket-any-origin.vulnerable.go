package web

import (
	"net/http"

	"github.com/gorilla/websocket"
)

var upgrader = websocket.Upgrader{ // finding: websocket-any-origin
	CheckOrigin: func(r *http.Request) bool { return true },
}

func relax(u *websocket.Upgrader) {
	u.CheckOrigin = func(r *http.Request) bool { return true } // finding: websocket-any-origin
}

var options = &websocket.AcceptOptions{OriginPatterns: []string{"*"}} // finding: websocket-any-origin
