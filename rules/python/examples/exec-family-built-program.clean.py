import os
import pty
import sys


def start(argument):
    pty.spawn("/bin/login")
    pty.spawn(["/bin/cat", argument])
    os.execv(sys.executable, [sys.executable, argument])
