from mako.lookup import TemplateLookup

pages = TemplateLookup(directories=["pages"])  # finding: template-autoescape-missing
