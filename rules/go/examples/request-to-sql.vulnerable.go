package shop

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/labstack/echo/v4"
	"gorm.io/gorm"
)

func item(w http.ResponseWriter, r *http.Request) {
	name := r.URL.Query().Get("name")
	rows, _ := db.Query("SELECT id FROM items WHERE name = '" + name + "'") // finding: request-to-sql
	defer rows.Close()
}

func order(tx *sql.Tx) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		statement := fmt.Sprintf("DELETE FROM orders WHERE code = '%s'", r.FormValue("code"))
		tx.ExecContext(r.Context(), statement) // finding: request-to-sql
	}
}

func list(c *gin.Context) {
	var items []Item
	sort := c.DefaultQuery("sort", "id")
	db.Order(sort).Find(&items)                                       // finding: request-to-sql
	db.Where("name LIKE '%" + c.Query("q") + "%'").Find(&items)       // finding: request-to-sql
	sqlxDB.Select(&items, "SELECT * FROM items ORDER BY "+c.Param("by")) // finding: request-to-sql
}

func customer(c echo.Context, db *gorm.DB) error {
	return db.Raw("SELECT * FROM customers WHERE mail = '" + c.QueryParam("mail") + "'").Error // finding: request-to-sql
}

func login(w http.ResponseWriter, r *http.Request) {
	var form Login
	json.NewDecoder(r.Body).Decode(&form)
	db.QueryRow("SELECT id FROM users WHERE name = '" + form.Name + "'") // finding: request-to-sql
}
