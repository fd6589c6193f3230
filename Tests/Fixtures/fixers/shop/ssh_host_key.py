"""One part of a tiny shop, with one weakness."""

import paramiko


def connect(host):
    """Connects to a printer."""
    client = paramiko.SSHClient()
    client.set_missing_host_key_policy(paramiko.AutoAddPolicy())
    client.connect(host)
    return client
