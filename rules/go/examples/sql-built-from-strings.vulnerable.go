package shop

import (
	"context"
	"database/sql"
	"fmt"
)

func find(db *sql.DB, name string) (*sql.Rows, error) {
	return db.Query("SELECT id FROM items WHERE name = '" + name + "'") // finding: sql-built-from-strings
}

func remove(ctx context.Context, db *sql.DB, code string) {
	statement := fmt.Sprintf("DELETE FROM orders WHERE code = '%s'", code)
	db.ExecContext(ctx, statement) // finding: sql-built-from-strings
}

func search(db *DB, word string) {
	db.Raw(fmt.Sprintf("select * from items where title like '%%%s%%'", word)).Scan(&items) // finding: sql-built-from-strings
}

func (s *Store) rename(old, name string) error {
	query := "UPDATE items SET name = '" + name
	query += "' WHERE name = '" + old + "'"
	_, err := s.db.Exec(query) // finding: sql-built-from-strings
	return err
}
