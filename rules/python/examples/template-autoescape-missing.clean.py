from mako.lookup import TemplateLookup

pages = TemplateLookup(directories=["pages"], default_filters=["h"])
