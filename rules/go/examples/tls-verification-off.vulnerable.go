package client

import (
	"crypto/tls"
	"net/http"
)

func open() *http.Client {
	config := &tls.Config{InsecureSkipVerify: true} // finding: tls-verification-off
	return &http.Client{Transport: &http.Transport{TLSClientConfig: config}}
}

func relax(config *tls.Config, transport *http.Transport) {
	config.InsecureSkipVerify = true // finding: tls-verification-off
	transport.TLSClientConfig.InsecureSkipVerify = true // finding: tls-verification-off
}

func dial() {
	tls.Dial("tcp", "mail.example:993", &tls.Config{ // finding: tls-verification-off
		ServerName:         "mail.example",
		InsecureSkipVerify: true,
	})
}
