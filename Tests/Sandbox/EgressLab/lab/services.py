"""Services that a host has behind Unix sockets, at their usual places and in the abstract space."""
import os
import pathlib
import socket
import threading

import space

GIVING = ["/run/agent.sock", "\0lab-abstract"]
PATHS = [*GIVING, "/run/nscd/socket", "/run/systemd/resolve/io.systemd.Resolve", "/run/avahi-daemon/socket",
         "/run/dbus/system_bus_socket", "/run/docker.sock", "/run/containerd/containerd.sock",
         "/run/systemd/private"]


def serve_all():
    """Greets whoever connects; accomplices also hand over a connection to a denied address."""
    space.mount("tmpfs", "/run", b"tmpfs", options=b"mode=755")
    for path in PATHS:
        if path.startswith("/"):
            pathlib.Path(path).parent.mkdir(parents=True, exist_ok=True)
        server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        server.bind(path)
        if path.startswith("/"):
            os.chmod(path, 0o777)
        server.listen()
        threading.Thread(target=serve, args=(server, path in GIVING), daemon=True).start()


def serve(server, gives):
    while True:
        connection, _ = server.accept()
        try:
            with connection:
                if gives:
                    with socket.create_connection(("203.0.113.9", 7777), 2) as gift:
                        socket.send_fds(connection, [b"here"], [gift.fileno()])
                else:
                    connection.sendall(b"here")
        except OSError:
            pass
