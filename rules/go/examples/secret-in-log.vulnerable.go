package accounts

import (
	"log"
	"log/slog"
)

func login(name, password string, user User) {
	log.Printf("login %s %s", name, password) // finding: secret-in-log
	slog.Info("login", "token", user.AccessToken) // finding: secret-in-log
	log.Println("secret: " + user.Secret) // finding: secret-in-log
}
