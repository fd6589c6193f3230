package shop

import "strconv"

func count(text string) int32 {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0
	}
	return int32(n) // finding: integer-narrowed-after-parse
}

func port(text string) uint16 {
	value, _ := strconv.ParseInt(text, 10, 64)
	return uint16(value) // finding: integer-narrowed-after-parse
}

func level(text string) uint8 {
	value, _ := strconv.ParseUint(text, 10, 64)
	return uint8(value) // finding: integer-narrowed-after-parse
}
