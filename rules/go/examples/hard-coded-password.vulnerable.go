package store

import (
	"net/http"
	"net/url"
)

const dbPassword = "not-a-real-one-1" // finding: hard-coded-password

func open(r *http.Request, config *Config) {
	password := "not-a-real-one-2" // finding: hard-coded-password
	config.Password = "not-a-real-one-3" // finding: hard-coded-password
	r.SetBasicAuth("shop", "not-a-real-one-4") // finding: hard-coded-password
	use(password, url.UserPassword("shop", "not-a-real-one-5")) // finding: hard-coded-password
}
