package store

import (
	"database/sql"
	"fmt"
	"os"

	"gorm.io/driver/mysql"
)

func open(password string) {
	sql.Open("postgres", os.Getenv("DATABASE_URL"))
	sql.Open("postgres", "postgres://shop@db.example/shop")
	sql.Open("sqlite", "file:shop.db")
	use(mysql.Open(fmt.Sprintf("shop:%s@tcp(db.example)/shop", password)))
	sql.Open("mysql", "shop:@tcp(db.example:3306)/shop")
}
