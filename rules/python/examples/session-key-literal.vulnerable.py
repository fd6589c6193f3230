from flask import Flask

SECRET_KEY = "django-insecure-0000"  # finding: session-key-literal
app = Flask(__name__)
app.secret_key = "dev"  # finding: session-key-literal
app.config["SECRET_KEY"] = "shop-session-key"  # finding: session-key-literal
