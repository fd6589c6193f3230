package accounts

import "github.com/golang-jwt/jwt/v5"

func who(text string) string {
	parser := jwt.NewParser()
	token, _, _ := parser.ParseUnverified(text, jwt.MapClaims{}) // finding: jwt-verification-off
	return name(token)
}

func issue(claims jwt.MapClaims) {
	token := jwt.NewWithClaims(jwt.SigningMethodNone, claims) // finding: jwt-verification-off
	token.SignedString(jwt.UnsafeAllowNoneSignatureType)      // finding: jwt-verification-off
}

func claims(object *JSONWebToken) {
	object.UnsafeClaimsWithoutVerification(&out) // finding: jwt-verification-off
}
