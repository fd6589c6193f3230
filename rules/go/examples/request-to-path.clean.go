package files

import (
	"net/http"
	"os"
	"path/filepath"
	"strconv"

	"github.com/gin-gonic/gin"
)

func manual(w http.ResponseWriter, r *http.Request) {
	name := filepath.Base(r.URL.Query().Get("name"))
	data, _ := os.ReadFile(filepath.Join("manuals", name))
	w.Write(data)
}

func local(w http.ResponseWriter, r *http.Request) {
	name := r.FormValue("name")
	if !filepath.IsLocal(name) {
		return
	}
	http.ServeFile(w, r, filepath.Join("pictures", name))
}

func rooted(root *os.Root, r *http.Request) (*os.File, error) {
	return root.Open(r.FormValue("name"))
}

func upload(c *gin.Context) {
	file, _ := c.FormFile("file")
	c.SaveUploadedFile(file, "uploads/"+file.Filename)
	number, _ := strconv.Atoi(c.Param("number"))
	os.Remove("notes/" + strconv.Itoa(number))
	c.File("static/index.html")
}
