import jinja2
from jinja2 import Environment, select_autoescape

pages = Environment(autoescape=select_autoescape())
mails = jinja2.Environment(autoescape=True)
