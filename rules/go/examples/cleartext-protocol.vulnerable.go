package transfer

import (
	"net"

	"github.com/go-ldap/ldap/v3"
	"github.com/jlaffaye/ftp"
)

func send(timeout ftp.DialOption) {
	conn, _ := ftp.Dial("files.example:21", timeout) // finding: cleartext-protocol
	conn.Login("shop", password)
	address := "ldap://ldap.example:389"
	directory, _ := ldap.DialURL(address) // finding: cleartext-protocol
	directory.Bind("cn=shop", password)
	net.Dial("tcp", "switch.example:23") // finding: cleartext-protocol
}
