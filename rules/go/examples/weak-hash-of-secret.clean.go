package accounts

import (
	"crypto/hmac"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"

	"golang.org/x/crypto/bcrypt"
)

func store(password string) ([]byte, error) {
	return bcrypt.GenerateFromPassword([]byte(password), bcrypt.DefaultCost)
}

func etag(data []byte) [16]byte {
	return md5.Sum(data)
}

func sign(text, secret string) []byte {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(text))
	sum := sha1.Sum([]byte(text))
	return mac.Sum(sum[:])
}
