package game

import "math/rand"

func start() {
	rand.Seed(42) // finding: fixed-random-seed
	source := rand.New(rand.NewSource(1)) // finding: fixed-random-seed
	use(source)
}

var dice = rand.New(rand.NewSource(7)) // finding: fixed-random-seed
