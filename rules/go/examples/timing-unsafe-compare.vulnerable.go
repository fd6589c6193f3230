package hooks

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
)

func verify(body, key, signature []byte) bool {
	mac := hmac.New(sha256.New, key)
	mac.Write(body)
	expectedMAC := mac.Sum(nil)
	return bytes.Equal(signature, expectedMAC) // finding: timing-unsafe-compare
}

func check(r *Request, cfg *Config) bool {
	apiKey := r.Header.Get("X-Key")
	if apiKey != cfg.APIKey { // finding: timing-unsafe-compare
		return false
	}
	signature := hex.EncodeToString(sum)
	return signature == r.Signature // finding: timing-unsafe-compare
}
