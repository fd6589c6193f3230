package remote

import (
	"net"

	"golang.org/x/crypto/ssh"
)

func config() *ssh.ClientConfig {
	return &ssh.ClientConfig{
		HostKeyCallback: ssh.InsecureIgnoreHostKey(), // finding: ssh-host-key-unchecked
	}
}

func other(config *ssh.ClientConfig) {
	check := ssh.InsecureIgnoreHostKey() // finding: ssh-host-key-unchecked
	config.HostKeyCallback = check
	config.HostKeyCallback = func(host string, a net.Addr, key ssh.PublicKey) error { return nil } // finding: ssh-host-key-unchecked
}
