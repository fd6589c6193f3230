package web

import (
	"net/http"

	"github.com/gorilla/websocket"
)

var upgrader = websocket.Upgrader{ReadBufferSize: 1024}

func strict(u *websocket.Upgrader) {
	u.CheckOrigin = func(r *http.Request) bool { return r.Header.Get("Origin") == own }
	u.CheckOrigin = sameOrigin
	visible := func(r *http.Request) bool { return true }
	use(visible)
}

var options = &websocket.AcceptOptions{OriginPatterns: []string{"*.shop.example"}}
