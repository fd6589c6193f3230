"""A model service that replies by a script and holds requests to the vendors' contracts.

    python3 server.py SCRIPT LOG

SCRIPT is JSON: {"api": "openai-chat|openai-responses|anthropic|embeddings", "key": "…", "replies":
[reply…]}.
A reply has any of: tool {patch, rationale}, text, stop (done|length|refusal|filtered), status,
headers, body, delay (seconds), cut (bytes of the body), usage (false leaves it out), error
{type, code, message, param}, refuses (a word: requests that hold it get status 400), after (a
Retry-After with the date so many seconds from now); of embeddings axes (words: each is one dimension,
1 where the text has it and else 0, plus one that is 0.1). The port is printed once it listens; every
request is appended to LOG, one JSON document a line, with what it breaks of the contract, the tokens
that its answer will count, and the time that `after` names. A request beyond the script gets status
500.
"""
import email.utils
import json
import http.server
import math
import sys
import time

import contract
import wire


class Script:
    """The replies in their order, and what was asked."""

    def __init__(self, path, log):
        with open(path, encoding="utf-8") as file:
            content = json.load(file)
        self.api, self.key = content["api"], content.get("key")
        self.replies, self.log, self.asked = content["replies"], log, 0

    def next(self):
        self.asked += 1
        return self.replies[self.asked - 1] if self.asked <= len(self.replies) else None

    def record(self, **entry):
        with open(self.log, "a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")


class Handler(http.server.BaseHTTPRequestHandler):
    """One request: checked, recorded, answered by the script."""

    protocol_version = "HTTP/1.1"
    script = None

    def log_message(self, format, *arguments):
        """The log is the script's."""

    def do_POST(self):
        length = int(self.headers.get("Content-Length", 0))
        raw = self.rfile.read(length)
        try:
            body = json.loads(raw)
        except ValueError:
            body = None
        broken = contract.check(self.script.api, self.script.key, self.path, self.headers, body)
        reply = self.script.next()
        now, more = time.time(), {}
        headers = dict(reply.get("headers", {})) if reply else {}
        if reply and "after" in reply:
            more["until"] = math.ceil(now + reply["after"])
            headers["Retry-After"] = email.utils.formatdate(more["until"], usegmt=True)
        if reply and reply.get("status", 200) == 200 and "error" not in reply and not broken:
            more["usage"] = wire.usage(reply, len(raw))
        self.script.record(number=self.script.asked, at=now, path=self.path, broken=broken,
                           body=body, bytes=len(raw), **more)
        if broken:
            return self.answer(400, wire.error(self.script.api, {
                "type": "invalid_request_error", "message": "; ".join(broken)}))
        if reply is None:
            return self.answer(500, wire.error(self.script.api, {
                "type": "api_error", "message": "the script is over"}))
        time.sleep(reply.get("delay", 0))
        word = reply.get("refuses")
        if word and word in raw.decode():
            self.script.asked -= 1
            return self.answer(400, wire.error(self.script.api, {
                "type": "invalid_request_error", "message": f"unknown parameter: {word}",
                "param": word}))
        status = reply.get("status", 200)
        if status != 200 or "error" in reply:
            content = wire.error(self.script.api, reply.get("error", {
                "type": "api_error", "message": "by the script"}))
            return self.answer(status, reply.get("body", content), headers)
        if self.script.api == "embeddings":
            content = reply.get("body", wire.vectors(reply.get("axes", []), body))
            return self.answer(status, content, cut=reply.get("cut"))
        content, kind = wire.reply(self.script.api, reply, body, len(raw))
        return self.answer(status, content, {"Content-Type": kind, **headers}, reply.get("cut"))

    def answer(self, status, content, headers=None, cut=None):
        content = content.encode() if isinstance(content, str) else content
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **(headers or {})}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        try:
            self.wfile.write(content if cut is None else content[:cut])
        except ConnectionError:
            pass  # whoever asked has gone
        self.close_connection = True


def main():
    Handler.script = Script(sys.argv[1], sys.argv[2])
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(server.server_address[1], flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
