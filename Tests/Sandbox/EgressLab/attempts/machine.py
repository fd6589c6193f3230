"""Ways past the allow-list by what runs on the host (§2.6 of the catalogue)."""
import ctypes
import os
import signal
import socket
import stat

from registry import Blocked, attempt
from wire import dial, echoed, receive

libc = ctypes.CDLL(None, use_errno=True)


@attempt("E78", "services of the host", *((address, port) for address in (
    "127.0.0.1", "::1", "localhost", "93.184.215.1", "0.0.0.0") for port in (7777, 443, 80, 22)))
def _(target):
    dial(*target, 1).close()
    return "connected"


@attempt("E78b", "services of the host by its name")
def _():
    return echoed(socket.gethostname(), seconds=1)


SERVICES = ("/run/docker.sock", "/var/run/docker.sock", "/run/containerd/containerd.sock",
            "/run/dbus/system_bus_socket", "/run/systemd/private", "/run/agent.sock",
            "/proc/1/root/run/docker.sock")


@attempt("E79", "sockets of services by their paths", *SERVICES)
def _(path):
    with socket.socket(socket.AF_UNIX) as link:
        link.connect(path)
        return receive(link)


@attempt("E80", "an abstract socket of the host")
def _():
    with socket.socket(socket.AF_UNIX) as link:
        link.connect("\0lab-abstract")
        return receive(link)


@attempt("E81", "sockets anywhere in the tree of files")
def _():
    found = []
    for folder, _, files in os.walk("/"):
        if folder.startswith(("/proc", "/sys")):
            continue
        for name in files:
            path = os.path.join(folder, name)
            try:
                if stat.S_ISSOCK(os.lstat(path).st_mode):
                    found.append(path)
            except OSError:
                pass
    return ", ".join(found) or None


@attempt("E82", "descriptors that somebody left open")
def _():
    listing = os.open("/proc/self/fd", os.O_RDONLY)
    found = [name for name in os.listdir(listing) if int(name) > 2 and int(name) != listing]
    os.close(listing)
    open_ones = [f"{name} {os.readlink(f'/proc/self/fd/{name}')}" for name in found
                 if os.path.lexists(f"/proc/self/fd/{name}")]
    return ", ".join(open_ones) or None


@attempt("E83", "a connection from an accomplice outside", "/run/agent.sock", "\0lab-abstract")
def _(path):
    with socket.socket(socket.AF_UNIX) as link:
        link.settimeout(3)
        link.connect(path)
        _, gifts, _, _ = socket.recv_fds(link, 100, 1)
        with socket.socket(fileno=gifts[0]) as gift:
            gift.sendall(b"ping")
            return receive(gift)


def foreign():
    """Processes that are neither this one, its children nor the first of the namespace."""
    own = {1, os.getpid()}
    return [int(name) for name in os.listdir("/proc") if name.isdigit() and int(name) not in own]


@attempt("E84", "the broker and other processes: seen, signalled, opened, read", "seen", "signalled",
         "opened", "traced", "memory")
def _(how):
    if how == "seen":
        names = [open(f"/proc/{pid}/comm").read().strip() for pid in foreign()]
        return ", ".join(names[:9]) or None
    for pid in range(2, 65536) if how == "signalled" else foreign() or [1]:
        if pid == os.getpid():
            continue
        try:
            if how == "signalled":
                os.kill(pid, 0)
            elif how == "opened":
                target = os.pidfd_open(pid)
                for number in range(32):
                    taken = libc.syscall(438, target, number, 0)  # pidfd_getfd
                    if taken >= 0:
                        os.close(taken)
                        return f"descriptor {number} of {pid}"
                continue
            elif how == "traced":
                if libc.ptrace(0x4206, pid, None, None) != 0:  # PTRACE_SEIZE
                    continue
                libc.ptrace(17, pid, None, None)
            else:
                with open(f"/proc/{pid}/mem", "rb"):
                    pass
            return f"process {pid}"
        except OSError:
            pass


@attempt("E84b", "the network namespaces of others", "/proc/1/ns/net", "/proc/self/ns/net", "parent")
def _(path):
    if path == "parent":
        path = f"/proc/{os.getppid()}/ns/net"
    descriptor = os.open(path, os.O_RDONLY)
    try:
        if libc.setns(descriptor, 0x40000000) != 0:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
        return "entered"
    finally:
        os.close(descriptor)


@attempt("E84c", "a signal to everybody")
def _():
    # In a child that ignores it; whoever else can be reached is counted by signal 0 above.
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGURG, signal.SIG_IGN)
        try:
            os.kill(-1, signal.SIGURG)  # harmless where nobody waits for it
            os._exit(0 if foreign_reached() else 3)
        except OSError:
            os._exit(3)
    return "sent" if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0 else None


def foreign_reached():
    return any(pid not in (os.getpid(), os.getppid()) for pid in foreign())
