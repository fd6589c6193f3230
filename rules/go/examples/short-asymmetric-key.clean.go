package keys

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
)

func create(bits int) {
	rsa.GenerateKey(rand.Reader, 2048)
	rsa.GenerateKey(rand.Reader, 4096)
	rsa.GenerateKey(rand.Reader, bits)
	ed25519.GenerateKey(rand.Reader)
}
