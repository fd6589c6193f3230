"""Answers that give a credential back, for attempts to take it out of them."""
import base64
import gzip


def answer(path, fields):
    """The bytes of an answer to a path below /granted; nothing for others. END stands behind it all."""
    path, _, query = path.partition("?")
    word = path.removeprefix("/granted/") if path.startswith("/granted/") else ""
    secret = fields.get("authorization", "").encode()
    token = secret.split(b" ")[-1]
    match word:
        case "body":
            return page(b"before " + secret + b" END")
        case "split":
            text = b"before " + secret + b" END"
            parts = [text[at:at + 3] for at in range(0, len(text), 3)]
            return (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in parts) + b"0\r\n\r\n")
        case "trailer":
            return (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\nX-Back: "
                    + secret + b"END\r\n\r\n")
        case "field":
            return page(b"", b"X-Back: " + secret + b" END")
        case "gzip":
            return page(gzip.compress(secret + b" END"), b"Content-Encoding: gzip")
        case "base64":
            return page(base64.b64encode(b"?" + secret + b"?") + b" END")
        case "hex":
            return page(token.hex().encode() + b" END")
        case "percent":
            return page(b"".join(b"%%%02x" % byte for byte in token) + b" END")
        case "entities":
            return page(b"".join(b"&#x%x;" % byte for byte in token) + b" END")
        case "escapes":
            return page(b"".join(b"\\u%04x" % byte for byte in token) + b" END")
        case "length":
            return page(b"%d END" % len(secret))
        case "redirect":
            return page(b"", b"Location: " + query.encode(), b"302 Found")
    return None


def page(body, field=b"X: y", status=b"200 OK"):
    return b"HTTP/1.1 %s\r\n%s\r\nContent-Length: %d\r\n\r\n%s" % (status, field, len(body), body)
