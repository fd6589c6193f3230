package accounts

import (
	"crypto/md5"
	"crypto/sha1"
	"fmt"
	"io"
)

func store(password string) string {
	return fmt.Sprintf("%x", md5.Sum([]byte(password))) // finding: weak-hash-of-secret
}

func (a *Account) check() []byte {
	sum := sha1.New()
	sum.Write([]byte(a.Password + a.Salt)) // finding: weak-hash-of-secret
	return sum.Sum(nil)
}

func sign(text, appSecret string) string {
	hash := md5.New()
	io.WriteString(hash, text+appSecret) // finding: weak-hash-of-secret
	return fmt.Sprintf("%x", hash.Sum(nil))
}
