package proxy

import (
	"context"
	"net"
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/gofiber/fiber/v2"
)

func fetch(w http.ResponseWriter, r *http.Request) {
	answer, err := http.Get(r.FormValue("url")) // finding: request-to-url
	if err != nil {
		return
	}
	defer answer.Body.Close()
}

func preview(c *gin.Context) {
	target := c.Query("target")
	request, _ := http.NewRequestWithContext(context.Background(), "GET", target, nil) // finding: request-to-url
	client.Do(request)
	net.Dial("tcp", c.Query("host")+":80") // finding: request-to-url
}

func hook(c *fiber.Ctx) error {
	address := "https://" + c.Query("host") + "/hook"
	_, err := http.Post(address, "text/plain", nil) // finding: request-to-url
	return err
}
