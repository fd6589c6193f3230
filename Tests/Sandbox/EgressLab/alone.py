#!/usr/bin/env python3
"""Runs a command where no second network namespace can be made: alone.py COMMAND...

A user namespace of its own allows one network namespace more (user.max_net_namespaces) for
everything below it: the first that a sandbox makes is its last. The caller keeps its ids.
"""
import ctypes
import os
import sys

CLONE_NEWUSER = 0x10000000
MOST = 1

user, group = os.getuid(), os.getgid()
libc = ctypes.CDLL(None, use_errno=True)
if libc.unshare(CLONE_NEWUSER) != 0:
    sys.exit(f"unshare: {os.strerror(ctypes.get_errno())}")
for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"),
                   ("gid_map", f"{group} {group} 1")):
    with open(f"/proc/self/{name}", "w") as file:
        file.write(text)
with open("/proc/sys/user/max_net_namespaces", "w") as file:
    file.write(str(MOST))
os.execvp(sys.argv[1], sys.argv[1:])
