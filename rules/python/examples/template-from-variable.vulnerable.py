from flask import render_template_string
from jinja2 import Template


def show(source, name):
    Template(source).render(name=name)  # finding: template-from-variable
    return render_template_string("<b>" + name + "</b>")  # finding: template-from-variable
