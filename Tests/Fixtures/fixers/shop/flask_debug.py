"""One part of a tiny shop, with one weakness."""

from flask import Flask

app = Flask(__name__)


def main():
    """Starts the shop."""
    return app.run(port=8000, debug=True)
