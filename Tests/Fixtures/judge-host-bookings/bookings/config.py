"""Settings from an INI text."""

import configparser

DEFAULTS = {"hourly_rate": 2000, "opening": 480, "closing": 1200, "member_only": False}


class ConfigError(Exception):
    """A setting that cannot be used."""


def load(text):
    """Settings from INI text; what is missing has its default."""
    parser = configparser.ConfigParser()
    parser.read_string(text)
    settings = dict(DEFAULTS)
    section = parser["bookings"] if parser.has_section("bookings") else {}
    for key, value in section.items():
        if key not in DEFAULTS:
            raise ConfigError(f"unknown setting {key}")
        if key == "member_only":
            settings[key] = value.lower() in ("yes", "true", "1")
            continue
        try:
            settings[key] = int(value)
        except ValueError:
            raise ConfigError(f"{key} is no number: {value}")
    if settings["opening"] >= settings["closing"]:
        raise ConfigError("closes before it opens")
    return settings
