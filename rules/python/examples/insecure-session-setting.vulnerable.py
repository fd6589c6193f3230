from flask import Flask

SESSION_COOKIE_SECURE = False  # finding: insecure-session-setting
app = Flask(__name__)
app.config["SESSION_COOKIE_HTTPONLY"] = False  # finding: insecure-session-setting
