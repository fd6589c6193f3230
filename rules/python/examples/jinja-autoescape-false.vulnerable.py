import jinja2
from flask import Flask

app = Flask(__name__)
app.jinja_env.autoescape = False  # finding: jinja-autoescape-false
pages = jinja2.Environment(autoescape=False)  # finding: jinja-autoescape-false
