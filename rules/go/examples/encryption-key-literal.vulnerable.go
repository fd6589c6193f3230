package box

import (
	"crypto/aes"
	"crypto/hmac"
	"crypto/sha256"

	"github.com/gorilla/sessions"
)

const salt = "not-a-real-key-0"

var store = sessions.NewCookieStore([]byte("not-a-real-secret")) // finding: encryption-key-literal

func seal(text []byte) {
	block, _ := aes.NewCipher([]byte("not-a-real-key-1")) // finding: encryption-key-literal
	mac := hmac.New(sha256.New, []byte(salt)) // finding: encryption-key-literal
	use(block, mac)
}
