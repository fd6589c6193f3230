package shop

import (
	"math"
	"strconv"
)

func count(text string) int32 {
	n, err := strconv.Atoi(text)
	if err != nil || n > math.MaxInt32 || n < 0 {
		return 0
	}
	return int32(n)
}

func port(text string) uint16 {
	value, _ := strconv.ParseUint(text, 10, 16)
	return uint16(value)
}

func wide(text string) int64 {
	n, _ := strconv.Atoi(text)
	return int64(n)
}
