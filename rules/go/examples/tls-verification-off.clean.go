package client

import (
	"crypto/tls"
	"crypto/x509"
	"testing"
)

func open(pool *x509.CertPool, skip bool) {
	tls.Dial("tcp", "mail.example:993", &tls.Config{RootCAs: pool})
	tls.Dial("tcp", "mail.example:993", &tls.Config{InsecureSkipVerify: false})
	tls.Dial("tcp", "mail.example:993", &tls.Config{InsecureSkipVerify: skip})
}

func pinned(check func([][]byte, [][]*x509.Certificate) error) *tls.Config {
	return &tls.Config{
		InsecureSkipVerify:    true,
		VerifyPeerCertificate: check,
	}
}

func TestOpen(t *testing.T) {
	dial(&tls.Config{InsecureSkipVerify: true})
}
