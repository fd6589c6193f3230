from flask import Flask
from flask_cors import CORS

CORS_ALLOW_ALL_ORIGINS = True  # finding: cors-any-origin
app = Flask(__name__)
CORS(app)  # finding: cors-any-origin
CORS(app, origins="*")  # finding: cors-any-origin


@app.after_request
def open_up(response):
    response.headers["Access-Control-Allow-Origin"] = "*"  # finding: cors-any-origin
    return response
