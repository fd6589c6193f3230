package files

import (
	"net/http"
	"os"
	"path/filepath"

	"github.com/gin-gonic/gin"
	"github.com/go-chi/chi/v5"
	"github.com/labstack/echo/v4"
)

func manual(w http.ResponseWriter, r *http.Request) {
	name := r.URL.Query().Get("name")
	data, _ := os.ReadFile(filepath.Join("manuals", name)) // finding: request-to-path
	w.Write(data)
}

func picture(w http.ResponseWriter, r *http.Request) {
	http.ServeFile(w, r, "pictures/"+chi.URLParam(r, "name")) // finding: request-to-path
}

func drop(c *gin.Context) {
	target := "uploads/" + c.Param("file")
	if err := os.Remove(target); err != nil { // finding: request-to-path
		return
	}
	c.File("/srv/data/" + c.Query("copy")) // finding: request-to-path
}

func sheet(c echo.Context) error {
	return c.Attachment(c.QueryParam("sheet"), "sheet.csv") // finding: request-to-path
}
