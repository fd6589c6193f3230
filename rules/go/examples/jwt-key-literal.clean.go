package accounts

import (
	"os"

	"github.com/golang-jwt/jwt/v5"
)

func issue(claims jwt.MapClaims, key []byte) (string, error) {
	token := jwt.NewWithClaims(jwt.SigningMethodHS256, claims)
	return token.SignedString(key)
}

func parse(text string) {
	jwt.Parse(text, func(token *jwt.Token) (interface{}, error) {
		return []byte(os.Getenv("TOKEN_KEY")), nil
	}, jwt.WithValidMethods([]string{"HS256"}))
}

func body() ([]byte, error) {
	return []byte("a constant"), nil
}
