package shop

import (
	"net/http"

	"github.com/gin-gonic/gin"
	"go.mongodb.org/mongo-driver/bson"
)

func find(w http.ResponseWriter, r *http.Request) {
	items.Find(r.Context(), bson.M{"$where": "this.name == '" + r.FormValue("name") + "'"}) // finding: request-to-nosql
}

func search(c *gin.Context) {
	var filter bson.M
	text := c.Query("filter")
	bson.UnmarshalExtJSON([]byte(text), false, &filter) // finding: request-to-nosql
	where := "this.a < " + c.Query("limit")
	items.Find(c, bson.D{{"$where", where}}) // finding: request-to-nosql
}
