package tools

import (
	"net/http"
	"os/exec"
	"strconv"

	"github.com/gin-gonic/gin"
)

func ping(w http.ResponseWriter, r *http.Request) {
	host := r.URL.Query().Get("host")
	out, _ := exec.Command("ping", "-c", "1", "--", host).Output()
	w.Write(out)
}

func wait(c *gin.Context) {
	seconds, err := strconv.Atoi(c.Query("seconds"))
	if err == nil {
		exec.Command("sh", "-c", "sleep "+strconv.Itoa(seconds)).Run()
	}
}

func choose(c *gin.Context) {
	programs := map[string]string{"disk": "df", "memory": "free"}
	exec.Command(programs[c.Query("what")]).Run()
	exec.Command("sh", "-c", "uptime").Run()
}
