import jinja2
from flask import Flask

app = Flask(__name__)
app.jinja_env.autoescape = True
pages = jinja2.Environment(autoescape=True)
