package accounts

import (
	"crypto/sha256"

	"golang.org/x/crypto/bcrypt"
	"golang.org/x/crypto/pbkdf2"
)

const rounds = 1000

func store(password, salt []byte) {
	bcrypt.GenerateFromPassword(password, 4) // finding: few-key-derivation-rounds
	bcrypt.GenerateFromPassword(password, bcrypt.MinCost) // finding: few-key-derivation-rounds
	pbkdf2.Key(password, salt, rounds, 32, sha256.New) // finding: few-key-derivation-rounds
}
