from django.utils.html import format_html
from django.utils.safestring import mark_safe
from markupsafe import Markup, escape


def badge(name):
    first = Markup("<b>{}</b>").format(name)
    second = mark_safe("<hr>")
    return first, second, format_html("<u>{}</u>", name), Markup(escape(name))
