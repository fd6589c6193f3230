package accounts

import "github.com/golang-jwt/jwt/v5"

func who(text string, find jwt.Keyfunc) (*jwt.Token, error) {
	return jwt.Parse(text, find, jwt.WithValidMethods([]string{"HS256"}))
}

func issue(claims jwt.MapClaims, key []byte) {
	token := jwt.NewWithClaims(jwt.SigningMethodHS256, claims)
	token.SignedString(key)
	jwt.ParseWithClaims("text", &claims, find)
	object.Claims(key, &claims)
}
