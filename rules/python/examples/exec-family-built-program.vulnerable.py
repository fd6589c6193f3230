import os
import pty


def start(program):
    pty.spawn(program)  # finding: exec-family-built-program
    os.spawnv(os.P_WAIT, program, [program])  # finding: exec-family-built-program
    os.execvp(program, [program])  # finding: exec-family-built-program
