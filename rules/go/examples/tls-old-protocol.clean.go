package server

import "crypto/tls"

var modern = tls.Config{MinVersion: tls.VersionTLS12}
var plain = tls.Config{ServerName: "a.example"}

func tighten(config *tls.Config) bool {
	config.MinVersion = tls.VersionTLS13
	names := map[uint16]string{tls.VersionTLS10: "1.0", tls.VersionTLS11: "1.1"}
	return config.MinVersion == tls.VersionTLS10 || names == nil
}
