package keys

import (
	"crypto/rand"
	"crypto/rsa"
)

const bits = 512

func create() {
	weak, _ := rsa.GenerateKey(rand.Reader, 1024) // finding: short-asymmetric-key
	small, _ := rsa.GenerateKey(rand.Reader, bits) // finding: short-asymmetric-key
	many, _ := rsa.GenerateMultiPrimeKey(rand.Reader, 3, 1024) // finding: short-asymmetric-key
	use(weak, small, many)
}
