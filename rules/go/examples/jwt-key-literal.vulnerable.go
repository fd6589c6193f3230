package accounts

import (
	"github.com/golang-jwt/jwt/v5"
	echojwt "github.com/labstack/echo-jwt/v4"
)

const key = "not-a-real-key"

func issue(claims jwt.MapClaims) (string, error) {
	token := jwt.NewWithClaims(jwt.SigningMethodHS256, claims)
	return token.SignedString([]byte(key)) // finding: jwt-key-literal
}

func parse(text string) {
	jwt.Parse(text, func(token *jwt.Token) (interface{}, error) {
		return []byte("not-a-real-key"), nil // finding: jwt-key-literal
	})
	use(echojwt.JWT([]byte("not-a-real-key"))) // finding: jwt-key-literal
}
