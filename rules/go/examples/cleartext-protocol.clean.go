package transfer

import (
	"crypto/tls"
	"net"

	"github.com/go-ldap/ldap/v3"
	"github.com/jlaffaye/ftp"
)

func send(config *tls.Config) {
	ftp.Dial("files.example:21", ftp.DialWithExplicitTLS(config))
	ldap.DialURL("ldaps://ldap.example:636")
	net.Dial("tcp", "switch.example:22")
	conn, err := ldap.DialURL("ldap://ldap.example:389")
	use(err)
	conn.StartTLS(config)
}
