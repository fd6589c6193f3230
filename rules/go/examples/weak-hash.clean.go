package files

import (
	"crypto/hmac"
	"crypto/md5"
	"crypto/sha256"
	"hash/crc32"
	"testing"
)

func sums(data, key []byte) {
	use(sha256.Sum256(data))
	use(hmac.New(sha256.New, key))
	use(crc32.ChecksumIEEE(data), md5.Size)
}

func TestSums(t *testing.T) {
	use(md5.Sum([]byte("a")))
}
