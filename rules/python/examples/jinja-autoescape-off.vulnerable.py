import jinja2
from jinja2 import Environment

pages = jinja2.Environment(loader=jinja2.FileSystemLoader("pages"))  # finding: jinja-autoescape-off
title = jinja2.Template("<h1>{{ title }}</h1>", autoescape=False)  # finding: jinja-autoescape-off
mails = Environment()  # finding: jinja-autoescape-off
