import logging

from flask import Flask, request

app = Flask(__name__)
logger = logging.getLogger(__name__)


@app.post("/sign-in")
def sign_in():
    name = request.form["name"]
    logger.info("sign-in of %s", name)  # finding: request-to-log
    app.logger.warning("failed for " + name)  # finding: request-to-log
    return ""
