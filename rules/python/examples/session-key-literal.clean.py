import os

from flask import Flask

SECRET_KEY = os.environ["SECRET_KEY"]
app = Flask(__name__)
app.secret_key = os.environ["SESSION_KEY"]
app.config["SECRET_KEY"] = SECRET_KEY
