package shop

import (
	"database/sql"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"github.com/gin-gonic/gin"
)

func item(w http.ResponseWriter, r *http.Request) {
	name := r.URL.Query().Get("name")
	rows, _ := db.Query("SELECT id FROM items WHERE name = ?", name)
	defer rows.Close()
}

func page(w http.ResponseWriter, r *http.Request) {
	page, err := strconv.Atoi(r.FormValue("page"))
	if err != nil {
		return
	}
	db.QueryContext(r.Context(), fmt.Sprintf("SELECT * FROM items OFFSET %d", page))
}

func list(c *gin.Context) {
	var items []Item
	sort := c.DefaultQuery("sort", "id")
	if !slices.Contains(columns, sort) {
		return
	}
	db.Order(sort).Find(&items)
	db.Where("name = ?", c.Query("q")).Find(&items)
	db.Where(&Item{Name: c.Query("q")}).First(&items)
}

func direction(tx *sql.Tx, r *http.Request) {
	by := map[string]string{"name": "name", "age": "birthday"}[r.FormValue("by")]
	tx.Query("SELECT id FROM customers ORDER BY " + by)
}
