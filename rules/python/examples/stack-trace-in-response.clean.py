import logging

from flask import Flask

app = Flask(__name__)


@app.route("/order")
def order():
    try:
        return load()
    except OSError:
        logging.exception("order")
        return {"error": "internal error"}, 500
