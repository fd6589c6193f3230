from django.utils.html import format_html
from django.utils.safestring import mark_safe
from markupsafe import Markup


def badge(name):
    first = Markup("<b>" + name + "</b>")  # finding: markup-of-built-text
    second = mark_safe(f"<i>{name}</i>")  # finding: markup-of-built-text
    return first, second, format_html(f"<u>{name}</u>")  # finding: markup-of-built-text
