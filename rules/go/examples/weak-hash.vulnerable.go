package files

import (
	"crypto/hmac"
	"crypto/md5"
	"crypto/sha1"
)

func sums(data, key []byte) {
	use(md5.Sum(data)) // finding: weak-hash
	hash := sha1.New() // finding: weak-hash
	hash.Write(data)
	mac := hmac.New(md5.New, key) // finding: weak-hash
	use(mac)
}
