package store

import (
	"net/http"
	"os"
	"testing"
)

const fieldPassword = "password"

func open(r *http.Request, config *Config) {
	password := os.Getenv("DB_PASSWORD")
	config.Password = ""
	config.Password = "password"
	r.SetBasicAuth("shop", password)
	passwordField := "not-a-secret"
	use(password, passwordField, Input{Password: "change-me-now"})
}

func TestOpen(t *testing.T) {
	password := "not-a-real-one-1"
	use(password)
}
