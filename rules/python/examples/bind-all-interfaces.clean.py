import socket

from flask import Flask

app = Flask(__name__)


def serve():
    listener = socket.socket()
    listener.bind(("127.0.0.1", 9000))
    app.run(host="127.0.0.1", port=8000)
