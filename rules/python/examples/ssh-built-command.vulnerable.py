import paramiko


def read(client: paramiko.SSHClient, path):
    client.exec_command("cat " + path)  # finding: ssh-built-command
    client.exec_command(f"stat {path}")  # finding: ssh-built-command
    client.exec_command("rm %s" % path)  # finding: ssh-built-command
