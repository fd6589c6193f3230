"""Servers at every address of the laboratory."""
import json
import socket
import ssl
import subprocess
import threading

import reflections
import site_files

SITE = "93.184.216.48"  # git.test


def listen(port, handler):
    """Serves one port of both families, each connection on a thread."""
    def serve(server):
        while True:
            connection, _ = server.accept()
            threading.Thread(target=guarded, args=(handler, connection), daemon=True).start()

    def guarded(handler, connection):
        try:
            connection.settimeout(30)
            handler(connection)
        except (OSError, ValueError, IndexError, OverflowError, ssl.SSLError):
            pass
        finally:
            connection.close()

    for family in (socket.AF_INET, socket.AF_INET6):
        server = socket.create_server(("", port), family=family, backlog=4096)
        threading.Thread(target=serve, args=(server,), daemon=True).start()


def echo_datagrams(port):
    """Sends datagrams back from the address that they came to."""
    def serve(server):
        while True:
            data, control, _, peer = server.recvmsg(2048, 256)
            own = next(part for _, kind, part in control if kind == 8)
            try:
                server.sendmsg([data], [(socket.IPPROTO_IP, 8, bytes(4) + own[4:])], 0, peer)
            except OSError:
                pass  # to a multicast address, from which nobody may send

    server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    server.setsockopt(socket.IPPROTO_IP, 8, 1)  # IP_PKTINFO
    server.bind(("", port))
    threading.Thread(target=serve, args=(server,), daemon=True).start()


def read_head(stream):
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        byte = stream.recv(1)
        if not byte:
            return None
        head += byte
    return head.decode("latin-1")


def read_body(stream, fields):
    """A body by its length or its chunks."""
    body = b""
    if fields.get("transfer-encoding") == "chunked":
        while True:
            line = b""
            while not line.endswith(b"\r\n"):
                line += stream.recv(1)
            size = int(line.split(b";")[0], 16)
            chunk = b""
            while len(chunk) < size + 2:
                chunk += stream.recv(size + 2 - len(chunk))
            body += chunk[:-2]
            if size == 0:
                return body
    while len(body) < int(fields.get("content-length", 0)):
        data = stream.recv(min(65536, int(fields["content-length"]) - len(body)))
        if not data:
            raise ValueError("a body that ends early")
        body += data
    return body


def serve_http(notes, connection, name=None, site=None):
    """HTTP/1.1 that keeps connections and answers with what it saw.

    /bytes/N answers N bytes, /redirect leads to another host, /site/... to the files of the site,
    /granted/... gives credentials back.
    Like some servers it overlooks that a GET may have a body.
    """
    peer = connection.getsockname()[0]
    while (head := read_head(connection)) is not None:
        line, *rows = head.split("\r\n")
        fields = {key.lower(): value.strip() for key, _, value in
                  (row.partition(":") for row in rows if row)}
        if fields.get("expect") == "100-continue":
            connection.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
        body = b"" if line.startswith("GET ") else read_body(connection, fields)
        notes.add("http", sni=name, host=fields.get("host"), line=line, address=peer,
                  fields=fields, body=len(body))
        method, path = line.split(" ")[:2]
        if given_back := reflections.answer(path, fields):
            connection.sendall(given_back)
            if fields.get("connection") == "close":
                return
            continue
        status, kind = "200 OK", "application/json"
        if path.startswith("/bytes/"):
            answer = b"x" * int(path[7:])
        elif path == "/redirect":
            status, kind, answer = "302 Found\r\nLocation: http://denied.test/", "text/plain", b""
        elif site and (found := site_files.answer(site, method, path, fields, body)):
            status, kind, answer = found
        else:
            answer = json.dumps({"sni": name, "host": fields.get("host"), "line": line,
                                 "address": peer, "body": len(body)}).encode()
        connection.sendall(f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n"
                           f"Content-Length: {len(answer)}\r\n\r\n".encode() + answer)
        if fields.get("connection") == "close":
            return


def serve_tls(notes, folder, connection):
    names = []
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "server.pem")
    context.sni_callback = lambda stream, name, _: names.append(name)
    notes.add("tls", address=connection.getsockname()[0])
    with context.wrap_socket(connection, server_side=True) as stream:
        serve_http(notes, stream, names[0] if names else None, folder / "site")


def serve_echo(notes, kind, greeting, connection):
    notes.add(kind, address=connection.getsockname()[0])
    connection.sendall(greeting)
    while data := connection.recv(65536):
        connection.sendall(data)
    connection.shutdown(socket.SHUT_WR)


def serve_ssh(notes, folder, connection):
    """A real server for the names of the site, else a greeting and an echo."""
    if connection.getsockname()[0] != SITE or not (folder / "ssh" / "host").exists():
        return serve_echo(notes, "ssh", b"SSH-2.0-lab\r\n", connection)
    notes.add("ssh", address=SITE)
    connection.settimeout(None)
    subprocess.run(["/usr/sbin/dropbear", "-i", "-s", "-r", folder / "ssh" / "host"],
                   stdin=connection, stdout=connection, stderr=subprocess.DEVNULL,
                   cwd=folder / "site")


def serve_proxy(answer, connection):
    """A proxy that grants everything, for attempts to find where nothing holds them."""
    connection.recv(4096)
    connection.sendall(answer)
    connection.recv(4096)


def serve_all(folder, notes):
    for port in (443, 8443):
        listen(port, lambda connection: serve_tls(notes, folder, connection))
    for port in (80, 8080):
        listen(port, lambda connection: serve_http(notes, connection))
    listen(22, lambda connection: serve_ssh(notes, folder, connection))
    for port in (81, 3306, 7777, 9999):
        listen(port, lambda connection: serve_echo(notes, "echo", b"", connection))
    listen(1080, lambda connection: serve_proxy(b"\5\0", connection))
    listen(3128, lambda connection: serve_proxy(b"HTTP/1.1 200 Granted\r\n\r\n", connection))
    for port in (123, 443, 7777):
        echo_datagrams(port)
