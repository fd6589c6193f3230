package server

import "crypto/tls"

var old = tls.Config{MinVersion: tls.VersionTLS10} // finding: tls-old-protocol

func relax(config *tls.Config) *tls.Config {
	config.MinVersion = tls.VersionTLS11 // finding: tls-old-protocol
	last := &tls.Config{MaxVersion: tls.VersionTLS11} // finding: tls-old-protocol
	return last
}
