from flask import Flask

SESSION_COOKIE_SECURE = True
app = Flask(__name__)
app.config["SESSION_COOKIE_HTTPONLY"] = True
