package proxy

import (
	"fmt"
	"net/http"
	"net/url"

	"github.com/gin-gonic/gin"
)

func fetch(w http.ResponseWriter, r *http.Request) {
	hosts := map[string]string{"a": "https://a.example", "b": "https://b.example"}
	http.Get(hosts[r.FormValue("server")])
}

func item(c *gin.Context) {
	http.Get("https://api.example/items/" + url.PathEscape(c.Query("id")))
	http.Get("https://api.example/items/" + c.Param("id"))
	http.Get(fmt.Sprintf("https://api.example/search?q=%s", c.Query("q")))
	http.Post("https://api.example/items", "text/plain", c.Request.Body)
}

func relay(w http.ResponseWriter, r *http.Request) {
	request, _ := http.NewRequest(r.Method, backend+"/"+r.URL.Path, r.Body)
	http.DefaultClient.Do(request)
}
