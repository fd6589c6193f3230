package game

import (
	"math/rand"
	"testing"
	"time"
)

func start(seed int64) {
	rand.Seed(time.Now().UnixNano())
	use(rand.New(rand.NewSource(seed)))
	use(rand.Intn(6))
}

func TestStart(t *testing.T) {
	use(rand.New(rand.NewSource(1)))
}
