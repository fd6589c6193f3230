from pathlib import Path

from flask import render_template_string
from jinja2 import Template

PAGE = "<b>{{ name }}</b>"


def show(name):
    Template(Path("page.html").read_text()).render(name=name)
    Template(PAGE).render(name=name)
    return render_template_string("<b>{{ name }}</b>", name=name)
