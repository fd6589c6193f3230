package accounts

import (
	"crypto/sha256"

	"golang.org/x/crypto/bcrypt"
	"golang.org/x/crypto/pbkdf2"
)

func store(password, salt []byte, cost int) {
	bcrypt.GenerateFromPassword(password, bcrypt.DefaultCost)
	bcrypt.GenerateFromPassword(password, 12)
	bcrypt.GenerateFromPassword(password, cost)
	pbkdf2.Key(password, salt, 600000, 32, sha256.New)
}
