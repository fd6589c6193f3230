package box

import (
	"crypto/des"
	"crypto/rc4"

	"golang.org/x/crypto/blowfish"
)

func seal(key, data []byte) {
	block, _ := des.NewCipher(key) // finding: weak-cipher
	block.Encrypt(data, data)
	triple, err := des.NewTripleDESCipher(key) // finding: weak-cipher
	use(triple, err)
}

func stream(key, data []byte) {
	c, _ := rc4.NewCipher(key) // finding: weak-cipher
	c.XORKeyStream(data, data)
	fish, _ := blowfish.NewCipher(key) // finding: weak-cipher
	use(fish)
}
