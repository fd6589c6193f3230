import os
import stat


def share(path):
    os.chmod(path, 0o777)  # finding: permissive-mode
    os.chmod(path, 0o666)  # finding: permissive-mode
    os.chmod(path, stat.S_IRUSR | stat.S_IWOTH)  # finding: permissive-mode
    os.umask(0)  # finding: permissive-mode
