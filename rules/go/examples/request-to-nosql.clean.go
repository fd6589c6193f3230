package shop

import (
	"net/http"

	"github.com/gin-gonic/gin"
	"go.mongodb.org/mongo-driver/bson"
)

func find(w http.ResponseWriter, r *http.Request) {
	items.Find(r.Context(), bson.M{"name": r.FormValue("name")})
	items.Find(r.Context(), bson.D{{"name", r.FormValue("name")}})
}

func search(c *gin.Context) {
	items.Find(c, bson.M{"$where": "this.a == this.b"})
	items.Find(c, bson.M{"mail": bson.M{"$eq": c.Query("mail")}})
}
