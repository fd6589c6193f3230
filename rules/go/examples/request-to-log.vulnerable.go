package web

import (
	"log"
	"net/http"

	"github.com/gin-gonic/gin"
)

func login(w http.ResponseWriter, r *http.Request) {
	name := r.FormValue("name")
	log.Printf("login failed: %s", name) // finding: request-to-log
}

func search(c *gin.Context) {
	log.Println("search", c.Query("q")) // finding: request-to-log
	log.Print("page " + c.Param("page")) // finding: request-to-log
}
