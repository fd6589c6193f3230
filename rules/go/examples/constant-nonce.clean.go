package box

import (
	"crypto/cipher"
	"crypto/rand"
	"io"
)

func seal(block cipher.Block, data []byte) {
	iv := make([]byte, 16)
	io.ReadFull(rand.Reader, iv)
	cipher.NewCBCEncrypter(block, iv).CryptBlocks(data, data)
	cipher.NewCBCDecrypter(block, []byte("0123456789abcdef"))
}

func gcm(aead cipher.AEAD, text []byte) []byte {
	nonce := make([]byte, aead.NonceSize())
	rand.Read(nonce)
	return aead.Seal(nonce, nonce, text, []byte("header"))
}
