"""Calls that take and give more than plain values; what they give is compared outside."""

import io
import os
import stat
import tempfile
from unittest import mock

from shop import report, store


def customers(people, name):
    """The customers of a name among some."""
    connection = store.connect(":memory:")
    for person, city in people:
        store.add_customer(connection, person, city)
    return store.find_customer(connection, name)


def kept():
    """What a second connection to the same file finds."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "shop.db")
        first = store.connect(path)
        store.add_customer(first, "Ada", "Kiel")
        first.close()
        second = store.connect(path)
        found = store.find_customer(second, "Ada")
        second.close()
        return found


def settings(text):
    """The settings of a file."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "settings.yaml")
        with open(path, "w") as file:
            file.write(text)
        return report.read_settings(path)


def several():
    """The settings of files of which some are not there or are broken."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in ("one", "none", "broken", "two")]
        for path, text in ((paths[0], "a: 1"), (paths[2], "a: ["), (paths[3], "[2]")):
            with open(path, "w") as file:
                file.write(text)
        return report.load_all(paths)


def written(text):
    """A report as it can be read, and who but its owner may change or run it."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "report.txt")
        report.write_report(path, "what was there before " * 9)
        report.write_report(path, text)
        with open(path) as file:
            return [file.read(), stat.S_IMODE(os.stat(path).st_mode) & 0o033]


def report_text(text):
    """A report as it can be read."""
    return written(text)[0]


def scratches(name):
    """Whether two files for a time can be written, and whether they are one and the same."""
    one, other = report.scratch(name), report.scratch(name)
    one.write("a")
    other.write("b")
    paths = [one.name, other.name]
    one.close()
    other.close()
    return [all(isinstance(path, str) for path in paths), paths[0] == paths[1]]


def rates(text):
    """The rates that a service answers with, and where it was asked."""
    with mock.patch("requests.sessions.Session.send") as send:
        import requests

        answer = requests.Response()
        answer.status_code, answer.raw = 200, io.BytesIO(text.encode())
        send.return_value = answer
        found = report.rates("http://rates.example/today")
        return [found, send.call_count, send.call_args.args[0].url]
