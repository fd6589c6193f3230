package remote

import (
	"net"

	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/knownhosts"
)

func config(key ssh.PublicKey) *ssh.ClientConfig {
	callback, err := knownhosts.New("/etc/ssh/known_hosts")
	use(callback, err)
	return &ssh.ClientConfig{HostKeyCallback: ssh.FixedHostKey(key)}
}

func other(config *ssh.ClientConfig) {
	config.HostKeyCallback = func(host string, a net.Addr, key ssh.PublicKey) error {
		return compare(host, key)
	}
}
