api_password = "another-long-passphrase"  # pragma: allowlist secret
