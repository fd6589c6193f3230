import yaml


def read(text):
    yaml.load(text)  # finding: yaml-unsafe-load
    yaml.load(text, Loader=yaml.UnsafeLoader)  # finding: yaml-unsafe-load
    yaml.load(text, Loader=yaml.Loader)  # finding: yaml-unsafe-load
    return yaml.unsafe_load(text)  # finding: yaml-unsafe-load
