from flask import Flask
from flask_cors import CORS

CORS_ALLOW_ALL_ORIGINS = False
app = Flask(__name__)
CORS(app, origins=["https://shop.example.com"])
