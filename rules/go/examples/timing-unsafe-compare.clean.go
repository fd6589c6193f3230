package hooks

import (
	"bytes"
	"crypto/hmac"
	"crypto/subtle"
)

func verify(signature, expected []byte) bool {
	return hmac.Equal(signature, expected)
}

func check(apiKey, cfgKey string, token Token, parts [][]byte) bool {
	if apiKey == "" || token.Kind == KindWord {
		return false
	}
	if bytes.Equal(parts[0], parts[1]) {
		return true
	}
	return subtle.ConstantTimeCompare([]byte(apiKey), []byte(cfgKey)) == 1
}
