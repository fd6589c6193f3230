package box

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/des"

	"golang.org/x/crypto/chacha20poly1305"
)

func seal(key []byte) {
	block, _ := aes.NewCipher(key)
	cipher.NewGCM(block)
	chacha20poly1305.New(key)
	use(des.BlockSize)
}
