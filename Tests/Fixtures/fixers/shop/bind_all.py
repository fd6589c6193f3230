"""One part of a tiny shop, with one weakness."""


def serve(server, port):
    """Starts a server."""
    return server.listen(host="0.0.0.0", port=port)
