import socket

from flask import Flask

app = Flask(__name__)


def serve():
    listener = socket.socket()
    listener.bind(("0.0.0.0", 9000))  # finding: bind-all-interfaces
    app.run(host="0.0.0.0", port=8000)  # finding: bind-all-interfaces
