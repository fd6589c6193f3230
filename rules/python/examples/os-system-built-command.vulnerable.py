import os
import subprocess


def ping(host):
    os.system("ping -c 1 " + host)  # finding: os-system-built-command
    os.popen(f"host {host}")  # finding: os-system-built-command
    return subprocess.getoutput("whois %s" % host)  # finding: os-system-built-command
