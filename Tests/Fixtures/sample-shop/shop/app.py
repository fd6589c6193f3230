"""The application: flask --app shop.app run."""

from flask import Flask

from shop import database
from shop.accounts import accounts
from shop.admin import admin
from shop.catalogue import catalogue
from shop.export import export
from shop.webhook import webhook

app = Flask(__name__)
app.secret_key = "fake-session-key-1"
app.config["SESSION_COOKIE_HTTPONLY"] = False
app.config["WTF_CSRF_ENABLED"] = False

for blueprint in (accounts, admin, catalogue, export, webhook):
    app.register_blueprint(blueprint)


@app.after_request
def allow_every_site(response):
    """Lets every site read the answers."""
    response.headers["Access-Control-Allow-Origin"] = "*"
    return response


if __name__ == "__main__":
    database.create()
    app.run(host="0.0.0.0", port=8000, debug=True)
