import paramiko


def connect(host):
    client = paramiko.SSHClient()
    client.set_missing_host_key_policy(paramiko.AutoAddPolicy())  # finding: ssh-host-key-unchecked
    client.connect(host)
    return client
