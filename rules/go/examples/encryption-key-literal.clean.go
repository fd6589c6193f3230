package box

import (
	"crypto/aes"
	"crypto/hmac"
	"crypto/sha256"
	"os"
	"testing"

	"github.com/gorilla/sessions"
)

var store = sessions.NewCookieStore([]byte(os.Getenv("SESSION_KEY")))

func seal(key []byte, text string) {
	block, _ := aes.NewCipher(key)
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("a constant text"))
	use(block, hmac.New(sha256.New, []byte("")))
}

func TestSeal(t *testing.T) {
	aes.NewCipher([]byte("not-a-real-key-1"))
}
