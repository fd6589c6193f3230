package server

import "crypto/tls"

var old = tls.Config{
	CipherSuites: []uint16{
		tls.TLS_RSA_WITH_RC4_128_SHA, // finding: tls-weak-cipher-suite
		tls.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
	},
}

func relax(config *tls.Config) {
	config.CipherSuites = []uint16{tls.TLS_RSA_WITH_3DES_EDE_CBC_SHA} // finding: tls-weak-cipher-suite
	other := &tls.Config{CipherSuites: []uint16{tls.TLS_ECDHE_RSA_WITH_RC4_128_SHA}} // finding: tls-weak-cipher-suite
	use(other)
}
