"""Files and git repositories below /site, for clients to fetch."""
import mimetypes
import os
import subprocess


def answer(site, method, path, fields, body):
    """Status, type and bytes; nothing for paths elsewhere."""
    path, _, query = path.partition("?")
    if not path.startswith("/site/") or ".." in path:
        return None
    name = path[len("/site/"):]
    if ".git/" in name:
        return git(site, method, name, query, fields, body)
    file = site / name
    if file.is_dir():
        links = "".join(f'<a href="{entry.name}">{entry.name}</a>\n'
                        for entry in sorted(file.iterdir()))
        return "200 OK", "text/html", f"<!DOCTYPE html><html><body>{links}</body></html>".encode()
    if not file.is_file():
        return "404 Not Found", "text/plain", b"not there\n"
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return "200 OK", kind, file.read_bytes()


def git(site, method, name, query, fields, body):
    """git-http-backend(1), by CGI."""
    environment = {
        "PATH": os.environ["PATH"], "GIT_PROJECT_ROOT": str(site), "GIT_HTTP_EXPORT_ALL": "1",
        "PATH_INFO": "/" + name, "QUERY_STRING": query, "REQUEST_METHOD": method,
        "CONTENT_TYPE": fields.get("content-type", ""), "CONTENT_LENGTH": str(len(body)),
        "HTTP_CONTENT_ENCODING": fields.get("content-encoding", ""),
        "GIT_PROTOCOL": fields.get("git-protocol", ""), "REMOTE_USER": "lab",
        "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "safe.directory", "GIT_CONFIG_VALUE_0": "*"}
    done = subprocess.run(["git", "http-backend"], input=body, env=environment, capture_output=True)
    head, _, rest = done.stdout.partition(b"\r\n\r\n")
    answered = dict(line.split(": ", 1) for line in head.decode().split("\r\n") if ": " in line)
    return answered.get("Status", "200 OK"), answered.get("Content-Type", "text/plain"), rest
