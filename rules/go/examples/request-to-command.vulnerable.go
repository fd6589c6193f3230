package tools

import (
	"net/http"
	"os/exec"

	"github.com/gin-gonic/gin"
	"github.com/gofiber/fiber/v2"
)

func ping(w http.ResponseWriter, r *http.Request) {
	host := r.URL.Query().Get("host")
	out, _ := exec.Command("sh", "-c", "ping -c 1 "+host).Output() // finding: request-to-command
	w.Write(out)
}

func run(c *gin.Context) {
	program := c.PostForm("program")
	exec.Command(program, "--version").Run()                            // finding: request-to-command
	exec.CommandContext(c, "/bin/bash", "-c", c.Query("script")).Start() // finding: request-to-command
}

func look(c *fiber.Ctx) error {
	return exec.Command("cmd", "/C", "dir "+c.Query("folder")).Run() // finding: request-to-command
}
