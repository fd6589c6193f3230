package accounts

import (
	"fmt"
	"log"
)

func login(name, password string, tokens int) {
	log.Printf("login %s, password is %d characters", name, len(password))
	log.Println("tokens", tokens)
	log.Println("no password given")
	fmt.Sprintf("%s", password)
	log.Println(mask(password), "password")
}
