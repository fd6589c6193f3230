import os


def share(path):
    os.chmod(path, 0o640)
    os.chmod(path, 0o755)
    os.umask(0o077)
