import subprocess
from subprocess import check_output


def archive(name):
    subprocess.run(f"tar cf out.tar {name}", shell=True, check=True)  # finding: subprocess-shell-built-command
    check_output("ls " + name, shell=True)  # finding: subprocess-shell-built-command
    subprocess.Popen(args="cat " + name, shell=True)  # finding: subprocess-shell-built-command
