import shlex

import paramiko


def read(client: paramiko.SSHClient, path):
    client.exec_command("uptime")
    client.exec_command("cat " + shlex.quote(path))
    client.exec_command(f"stat {shlex.quote(path)}")
