package store

import (
	"database/sql"

	"gorm.io/driver/mysql"
	"gorm.io/driver/postgres"
)

func open() {
	sql.Open("postgres", "postgres://shop:not-real-1@db.example/shop") // finding: url-with-password
	dsn := "shop:not-real-2@tcp(db.example:3306)/shop"
	use(mysql.Open(dsn)) // finding: url-with-password
	use(postgres.Open("host=db.example user=shop password=not-real-3")) // finding: url-with-password
}
