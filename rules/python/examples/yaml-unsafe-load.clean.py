import yaml
from yaml import SafeLoader


def read(text):
    yaml.load(text, Loader=yaml.SafeLoader)
    yaml.load(text, SafeLoader)
    return yaml.safe_load(text)
