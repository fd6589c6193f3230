package server

import "crypto/tls"

var modern = tls.Config{
	CipherSuites: []uint16{
		tls.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
		tls.TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
	},
}

func describe(config *tls.Config) []uint16 {
	config.CipherSuites = nil
	return []uint16{tls.TLS_RSA_WITH_RC4_128_SHA}
}
