import shlex
import subprocess


def archive(name, parts):
    subprocess.run(["tar", "cf", "out.tar", name], check=True)
    subprocess.run("date | tee stamp", shell=True, check=True)
    subprocess.run(shlex.join(parts), shell=True, check=True)
    subprocess.run(["ls", name], shell=False, check=True)
