"""Makes what the laboratory's servers offer to clients: make_site.py FOLDER

FOLDER/site gets a package index with one wheel and a git repository; FOLDER/ssh what an SSH server
and its client need, when there is one.
"""
import base64
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import zipfile


def make_wheel(folder):
    folder.mkdir(parents=True)
    files = {
        "labpkg.py": 'WHERE = "the index of the laboratory"\n',
        "labpkg-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: labpkg\nVersion: 1.0\n",
        "labpkg-1.0.dist-info/WHEEL":
            "Wheel-Version: 1.0\nGenerator: lab\nRoot-Is-Purelib: true\nTag: py3-none-any\n"}
    record = "".join(
        f"{name},sha256={base64.urlsafe_b64encode(digest).rstrip(b'=').decode()},{len(text)}\n"
        for name, text in files.items() for digest in [hashlib.sha256(text.encode()).digest()])
    files["labpkg-1.0.dist-info/RECORD"] = record + "labpkg-1.0.dist-info/RECORD,,\n"
    with zipfile.ZipFile(folder / "labpkg-1.0-py3-none-any.whl", "w") as wheel:
        for name, text in files.items():
            wheel.writestr(name, text)


def make_repository(folder, scratch):
    def git(*arguments, **more):
        subprocess.run(["git", "-c", "user.name=lab", "-c", "user.email=lab@lab.test", *arguments],
                       check=True, capture_output=True, **more)
    git("init", "--quiet", "--initial-branch=main", scratch)
    (scratch / "README").write_text("from the laboratory\n")
    git("add", "README", cwd=scratch)
    git("commit", "--quiet", "--message", "Begin", cwd=scratch)
    git("clone", "--quiet", "--bare", scratch, folder)
    git("config", "http.receivepack", "true", cwd=folder)
    shutil.rmtree(scratch)


def make_keys(folder):
    home = folder / "home"
    (home / ".ssh").mkdir(parents=True, mode=0o700)
    subprocess.run(["dropbearkey", "-t", "ed25519", "-f", folder / "host"], check=True,
                   capture_output=True)
    host = subprocess.run(["dropbearkey", "-y", "-f", folder / "host"], check=True, text=True,
                          capture_output=True).stdout
    public = next(line for line in host.splitlines() if line.startswith("ssh-"))
    (folder / "known_hosts").write_text(f"git.test {' '.join(public.split()[:2])}\n")
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder / "id"], check=True)
    shutil.copy(folder / "id.pub", home / ".ssh" / "authorized_keys")
    os.chmod(home, 0o700)
    (home / "shop.git").symlink_to(folder.parent / "site" / "shop.git")


def main():
    folder = pathlib.Path(sys.argv[1])
    make_wheel(folder / "site" / "simple" / "labpkg")
    make_repository(folder / "site" / "shop.git", folder / "made")
    if shutil.which("dropbearkey") and shutil.which("ssh-keygen"):
        make_keys(folder / "ssh")


if __name__ == "__main__":
    main()
