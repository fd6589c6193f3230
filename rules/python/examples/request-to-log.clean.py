import logging

from flask import Flask, request

app = Flask(__name__)
logger = logging.getLogger(__name__)


@app.post("/sign-in")
def sign_in():
    name = request.form["name"]
    logger.info("sign-in of %s", repr(name))
    logger.info("sign-in of account %d", int(request.form["account"]))
    return ""
