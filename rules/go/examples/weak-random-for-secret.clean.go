package accounts

import (
	crand "crypto/rand"
	"math/rand"
	"time"
)

func newToken() string {
	out := make([]byte, 20)
	crand.Read(out)
	return string(out)
}

func backoff() time.Duration {
	delay := time.Duration(rand.Intn(1000)) * time.Millisecond
	color := rand.Intn(16)
	keyboard := rand.Perm(3)
	return delay + use(color, keyboard)
}
