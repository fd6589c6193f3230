package shop

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
)

const TABLE = "items"

func find(db *sql.DB, name string) (*sql.Rows, error) {
	return db.Query("SELECT id FROM "+TABLE+" WHERE name = ?", name)
}

func count(ctx context.Context, db *sql.DB, table string) {
	db.QueryRowContext(ctx, fmt.Sprintf("SELECT COUNT(*) FROM %s", table))
}

func page(db *sql.DB, n int) {
	db.Query("SELECT id FROM items WHERE page = " + strconv.Itoa(n))
	db.Query(fmt.Sprintf("SELECT id FROM items WHERE page = %d", n))
}

func numbered(db *sql.DB, id int) {
	db.Query("SELECT id FROM items WHERE id = "+placeholder(1), id)
}

func several(db *sql.DB, marks string, ids []any) {
	db.Query("SELECT id FROM items WHERE id IN ("+marks+")", ids...)
}
