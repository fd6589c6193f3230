package accounts

import (
	"math/rand"
	"strconv"
)

func newToken() string {
	out := make([]byte, 20)
	for i := range out {
		out[i] = letters[rand.Intn(len(letters))] // finding: weak-random-for-secret
	}
	return string(out)
}

func reset(user *User) {
	otp := strconv.Itoa(rand.Intn(1000000)) // finding: weak-random-for-secret
	password := letters[rand.Int()%len(letters)] // finding: weak-random-for-secret
	send(user, otp, password)
}
