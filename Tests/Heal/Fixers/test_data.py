"""Data that is read, files, networks and pages."""

from __future__ import annotations

import tarfile
import unittest
from unittest import mock

from support import FixerCase


class SQL(FixerCase):
    HEAD = "import sqlite3\ndef f(c, a, b):\n    return c.execute("

    def binds(self, text: str, statement: str, values: str) -> None:
        self.heals("B608", "execute", f"{self.HEAD}{text})\n",
                   f"{self.HEAD}{statement}, ({values}))\n")

    def test_values_are_bound(self) -> None:
        table = [
            ('"SELECT * FROM t WHERE a = \'%s\'" % a', '"SELECT * FROM t WHERE a = ?"', "str(a),"),
            ('f"SELECT * FROM t WHERE a = {a} AND b > {b}"',
             '"SELECT * FROM t WHERE a = ? AND b > ?"', "a, b"),
            ('"DELETE FROM t WHERE a=" + a', '"DELETE FROM t WHERE a=?"', "a,"),
            ('"INSERT INTO t VALUES ({}, {})".format(a, b)', '"INSERT INTO t VALUES (?, ?)"',
             "a, b"),
            ('"SELECT * FROM t WHERE a LIKE \'%" + a + "%\' LIMIT 3"',
             '"SELECT * FROM t WHERE a LIKE ? LIMIT 3"', '"%" + a + "%",'),
            ('"UPDATE t SET a = %d WHERE b = %s" % (a, b)',
             '"UPDATE t SET a = ? WHERE b = ?"', "a, b"),
        ]
        for text, statement, values in table:
            with self.subTest(text):
                self.binds(text, statement, values)

    def test_drivers_have_their_own_placeholder(self) -> None:
        self.heals("B608", "execute", """
            import psycopg2
            def f(c, a):
                c.execute(f"SELECT * FROM t WHERE a LIKE 'x%' AND b = {a}")
            """, """
            import psycopg2
            def f(c, a):
                c.execute("SELECT * FROM t WHERE a LIKE 'x%%' AND b = %s", (a,))
            """)
        self.heals("B608", "execute", """
            import psycopg2
            def f(c, a, b):
                c.execute(f"SELECT * FROM t WHERE a = {a} AND b <> '%' AND c = {b}")
            """, """
            import psycopg2
            def f(c, a, b):
                c.execute("SELECT * FROM t WHERE a = %s AND b <> '%%' AND c = %s", (a, b))
            """)
        self.refuses("B608", "execute", 'c.execute(f"SELECT * FROM t WHERE a = {a}")\n',
                     "needs-decision")

    def test_names_and_syntax_are_no_values(self) -> None:
        for text in ('f"SELECT * FROM {a} WHERE x = 1"', 'f"SELECT {a} FROM t"',
                     '"SELECT * FROM t ORDER BY " + a', 'f"SELECT * FROM t WHERE {a} = 1"',
                     'f"SELECT * FROM t WHERE a = \'x{a}\'"', 'f"SELECT * FROM t WHERE a = {a}{b}"',
                     'f"SELECT * FROM t WHERE a IN ({\',\'.join(a)})"',
                     '"SELECT * FROM t WHERE a = " + a + " x y"',
                     'f"SELECT * FROM t WHERE a = {a}.b"', 'f"SELECT * FROM t WHERE a = {a!r}"'):
            with self.subTest(text):
                self.refuses("B608", "execute", f"{self.HEAD}{text})\n",
                             "unsure" if "!r" in text else "needs-decision")

    def test_a_statement_that_has_a_name_first(self) -> None:
        self.heals("B608", "name = '{1}'", """
            import psycopg2
            def f(c, table, column):
                if "." in table:
                    schema, table = table.split(".")
                    query = (
                        "SELECT 1 FROM columns "
                        "WHERE name = '{1}' AND schema = LOWER('{0}');".format(schema, table)
                    )
                else:
                    query = f"SELECT 1 FROM columns WHERE name = {column}"
                c.execute(query)
            """, """
            import psycopg2
            def f(c, table, column):
                if "." in table:
                    schema, table = table.split(".")
                    query_values = (str(table), str(schema))
                    query = "SELECT 1 FROM columns WHERE name = %s AND schema = LOWER(%s);"
                else:
                    query_values = (column,)
                    query = "SELECT 1 FROM columns WHERE name = %s"
                c.execute(query, query_values)
            """)

    def test_a_name_that_may_hold_something_else_is_left(self) -> None:
        head = "import sqlite3\ndef f(c, a):\n"
        statement = '    q = f"SELECT * FROM t WHERE a = {a}"\n'
        for text in (
                statement + "    print(q)\n    c.execute(q)\n",
                statement + '    q += " LIMIT 1"\n    c.execute(q)\n',
                statement + "    c.execute(q, a)\n",
                statement + "    for q in a:\n        c.execute(q)\n",
                statement + "    return lambda: c.execute(q)\n",
                statement.replace("q =", "q = p =") + "    c.execute(q)\n",
                "    global q\n" + statement + "    c.execute(q)\n"):
            with self.subTest(text):
                self.refuses("B608", "SELECT", head + text, "not-found")
        self.refuses("B608", "WHERE", head + "    if a:\n    " + statement
                     + '    else:\n        q = "SELECT * FROM t"\n    c.execute(q)\n',
                     "needs-decision")
        self.refuses("B608", "SELECT", head + statement + "    c.execute(q)\n    q_values = a\n",
                     "name-taken")

    def test_drivers_are_known_by_the_files_around(self) -> None:
        text = 'def f(c, a):\n    c.execute(f"SELECT * FROM t WHERE a = {a}")\n'
        around = [{"path": "shop/base.py", "text": "import psycopg2\n"}]
        self.heals("B608", "execute", text, text.replace("{a}", "%s").replace(
            'f"', '"').replace('")', '", (a,))'), context=around)
        around.append({"path": "shop/small.py", "text": "import sqlite3\n"})
        self.refuses("B608", "execute", text, "needs-decision", context=around)

    def test_a_hostile_file_around_costs_nothing(self) -> None:
        # Of this size the square of the lines would be hours.
        around = [{"path": "shop/blank.py", "text": "\n" * (4 << 20) + "import sqlite3\n"}]
        text = 'def f(c, a):\n    c.execute(f"SELECT * FROM t WHERE a = {a}")\n'
        self.heals("B608", "execute", text, text.replace("{a}", "?").replace(
            'f"', '"').replace('")', '", (a,))'), context=around)

    def test_cheats_with_names(self) -> None:
        head = "import sqlite3\ndef f(c, a, b):\n"
        before = head + '    q = f"SELECT * FROM t WHERE a = {a}"\n    c.execute(q)\n'
        for text in ('q_values = (b,)\n    q = "SELECT * FROM t WHERE a = ?"',
                     'q_values = (a,)\n    q = "SELECT * FROM t"',
                     'q_values = (a,)\n    q_values = (b,)\n    q = "SELECT * FROM t WHERE a = ?"',
                     'q_values = (a,)\n    q = "SELECT * FROM t WHERE a = ?".upper()',
                     'q_values = (a,)\n    q = "SELECT * FROM t WHERE a = ?"\n    q = b'):
            with self.subTest(text):
                self.catches("B608", "SELECT", before,
                             f"{head}    {text}\n    c.execute(q, q_values)\n")

    def test_cheats(self) -> None:
        before = f'{self.HEAD}f"SELECT * FROM t WHERE a = {{a}}")\n'
        for text in ('"".join(["SELECT * FROM t WHERE a = ", a])',
                     '"SELECT * FROM t WHERE a = {}".replace("{}", a)',
                     '"SELECT * FROM t WHERE a = ?", (b,)', '"SELECT * FROM t", ()'):
            with self.subTest(text):
                self.catches("B608", "execute", before, f"{self.HEAD}{text})\n")


class Documents(FixerCase):
    def test_eval(self) -> None:
        self.heals("B307", "eval", "x = eval(row)\n", "import ast\nx = ast.literal_eval(row)\n")
        for text in ("eval(expression)", "eval(a + b)", "eval('f(%s)' % a)", "eval(a, {})",
                     "eval(compile(a, b, 'eval'))"):
            self.refuses("B307", "eval", f"x = {text}\n", "needs-decision")
        self.refuses("B307", "eval", "def eval(x): pass\neval(row)\n", "not-found")
        self.catches("B307", "eval", "x = eval(row)\n", "x = exec('y = ' + row)\n")

    def test_yaml(self) -> None:
        self.heals("B506", "load", "import yaml\nx = yaml.load(a)\n",
                   "import yaml\nx = yaml.safe_load(a)\n")
        self.heals("S506", "load", "import yaml\nx = yaml.load(a, yaml.CLoader)\n",
                   "import yaml\nx = yaml.load(a, yaml.CSafeLoader)\n")
        self.refuses("B506", "load", "import yaml\nx = yaml.load(a, Mine)\n", "needs-decision")
        self.catches("B506", "load", "import yaml\nx = yaml.load(a)\n",
                     "import yaml\nx = yaml.unsafe_load(a)\n")

    def test_xml(self) -> None:
        finding = self.heals(
            "B314", "ET.from", "import xml.etree.ElementTree as ET\nx = ET.fromstring(a)\n",
            "import defusedxml.ElementTree\nimport xml.etree.ElementTree as ET\n"
            "x = defusedxml.ElementTree.fromstring(a)\n")
        self.assertEqual((finding["dependencies"], finding["level"]), (["defusedxml"], "L2"))
        self.heals(
            "B405", "import", "from xml.etree import ElementTree\nx = ElementTree.parse(a)\n",
            "from defusedxml import ElementTree\nx = ElementTree.parse(a)\n")
        self.refuses(
            "B405", "import", "from xml.etree import ElementTree\nx = ElementTree.Element(a)\n",
            "needs-decision")


class Files(FixerCase):
    ARCHIVE = """
        import tarfile
        def f(a):
            with tarfile.open(a) as t:
                t.extractall("x")
        """

    def test_archives(self) -> None:
        self.heals("B202", "extractall", self.ARCHIVE,
                   self.ARCHIVE.replace('("x")', '("x", filter="data")'), python="3.12")
        self.refuses("B202", "extractall", "import tarfile, zipfile\ndef f(a):\n"
                     "    zipfile.ZipFile(a).extractall('x')\n", "not-found")
        self.catches("B202", "extractall", "import tarfile\ntarfile.open(a).extractall('x')\n",
                     "import tarfile\ntarfile.open(a).extractall('x', filter='fully_trusted')\n")

    def test_archives_stay_where_python_has_no_filters(self) -> None:
        with mock.patch.dict(vars(tarfile)):
            vars(tarfile).pop("data_filter", None)
            self.refuses("B202", "extractall", self.ARCHIVE, "needs-decision")
            self.refuses("B202", "extractall", self.ARCHIVE, "needs-decision", python="3.11")
            vars(tarfile)["data_filter"] = None
            self.heals("B202", "extractall", self.ARCHIVE,
                       self.ARCHIVE.replace('("x")', '("x", filter="data")'))

    def test_modes(self) -> None:
        for before, after in (("0o777", "0o700"), ("0o666", "0o664"), ("0o755", "0o700")):
            self.heals("B103", "chmod", f"import os\nos.chmod(a, {before})\n",
                       f"import os\nos.chmod(a, {after})\n")
        self.catches("B103", "chmod", "import os\nos.chmod(a, 0o777)\n",
                     "import pathlib\npathlib.Path(a).chmod(0o777)\n")
        self.catches("B103", "chmod", "import os\nos.chmod(a, 0o777)\n",
                     "import os\nos.chmod(a, int('777', 8))\n")

    def test_temporary_files(self) -> None:
        self.heals("B306", "mktemp", """
            import tempfile
            def f():
                path = tempfile.mktemp(".csv")
                return open(path, "w")
            """, """
            import os
            import tempfile
            def f():
                temporary_handle, path = tempfile.mkstemp(".csv")
                os.close(temporary_handle)
                return open(path, "w")
            """)
        self.refuses("B306", "mktemp", "import os, tempfile\npath = tempfile.mktemp()\n"
                     "os.mkdir(path)\n", "needs-decision")
        self.refuses("B108", "/tmp", 'PATH = "/tmp/x"\n', "needs-decision")
        self.refuses("B108", "open", 'with open("/tmp/x.y", "w") as f: pass\nx = "/tmp/x.y"\n',
                     "needs-decision")
        self.refuses("B108", "open", 'with open("/tmp/x.y") as f: pass\n', "needs-decision")
        self.catches("B108", "open", 'with open("/tmp/x.y", "w") as f: pass\n',
                     'with open("/tm" + "p/x.y", "w") as f: pass\n')


class Networks(FixerCase):
    def test_requests(self) -> None:
        self.heals("B113", "get(", """
            from requests import get
            get(
                url,
                params=x,
            )
            """, """
            from requests import get
            get(
                url,
                params=x,
                timeout=30,
            )
            """)
        self.refuses("B113", "get", "import requests\nrequests.get(a, **b)\n", "unsure")
        before = """
            import requests

            def query(url, **options):
                return requests.get(url, headers=HEAD, **options)
            """
        self.heals("B113", "get", before, """
            import requests

            def query(url, **options):
                timeout = options.pop("timeout", 30)
                return requests.get(url, headers=HEAD, timeout=timeout, **options)
            """)
        for other in (
                before.replace("**options):", "options):"),
                before.replace("HEAD", "options.get('h')"),
                before.replace("HEAD", "timeout"),
                before.replace("return", "for url in url: yield"),
                before.replace("return", "return lambda:")):
            with self.subTest(other):
                self.refuses("B113", "get(", other, "unsure")
        self.catches("B113", "get", "import requests\nrequests.get(a)\n",
                     "import requests\nrequests.Session().get(a)\n")
        self.catches("B501", "get", "import requests\nrequests.get(a, verify=False)\n",
                     "import requests\nrequests.get(a, verify=bool(0))\n")

    def test_addresses(self) -> None:
        self.refuses("B104", "0.0", 'if host == "0.0.0.0": pass\n', "unsure")
        self.refuses("B104", "0.0", 'x = Address("UDP", "0.0.0.0")\n', "unsure")
        self.refuses("B310", "urlopen", "import urllib.request as r\nr.urlopen(a, context=b)\n",
                     "needs-decision")
        self.catches("B310", "urlopen", "import urllib.request as r\nr.urlopen(a)\n",
                     "import urllib.request as r\nr.build_opener().open(a)\n")

    def test_hashes(self) -> None:
        self.heals("B324", "md5", "import hashlib\nkey = hashlib.md5(a)\n",
                   "import hashlib\nkey = hashlib.md5(a, usedforsecurity=False)\n")
        self.refuses("B324", "md5", "import hashlib\nx = hashlib.md5(password)\n", "needs-decision")
        self.refuses("B324", "md5", "import hashlib\nx = hashlib.md5(a)\n", "needs-decision",
                     path="shop/auth.py")
        self.refuses("B324", "md5", "import hashlib\nx = hashlib.md5(a)\n", "needs-decision",
                     python="3.8")
        self.heals("B324", "sha1", "import hashlib\ntoken = hashlib.sha1(a).hexdigest()[:6]\n",
                   "import hashlib\n"
                   "token = hashlib.sha1(a, usedforsecurity=False).hexdigest()[:6]\n")
        for part in ("digest()[:6]", "hexdigest()[:9]", "hexdigest()[2:6]", "hexdigest()[6:]",
                     "hexdigest()[::2]", "hexdigest()[n]", "hexdigest()", "hexdigest()[:-6]"):
            with self.subTest(part):
                self.refuses("B324", "sha1", f"import hashlib\ntoken = hashlib.sha1(a).{part}\n",
                             "needs-decision")
        self.catches("B324", "md5", "import hashlib\nx = hashlib.md5(password)\n",
                     "import hashlib\nx = hashlib.md5(password, usedforsecurity=False)\n")

    def test_protection(self) -> None:
        self.heals("B502", "wrap", "import ssl\nwrap(a, ssl_version=ssl.PROTOCOL_SSLv3)\n",
                   "import ssl\nwrap(a, ssl_version=ssl.PROTOCOL_TLS)\n")
        self.heals("B505", "key", "from Crypto.PublicKey import RSA\nkey = RSA.generate(1024)\n",
                   "from Crypto.PublicKey import RSA\nkey = RSA.generate(3072)\n")
        self.refuses("B323", "_create", "import ssl\nssl._create_unverified_context(a)\n",
                     "needs-decision")
        self.catches("B507", "policy", "import paramiko\nc.set_missing_host_key_policy("
                     "paramiko.AutoAddPolicy())\n", "import paramiko\n"
                     "c.set_missing_host_key_policy(type('P', (paramiko.AutoAddPolicy,), {})())\n")

    def test_pages(self) -> None:
        self.heals("B701", "Environment(", "from jinja2 import Environment\nx = Environment()\n",
                   "from jinja2 import Environment\nfrom jinja2 import select_autoescape\n"
                   "x = Environment(autoescape=select_autoescape())\n")
        self.refuses("B701", "Env", "import jinja2\nx = jinja2.Environment(**a)\n", "unsure")
        self.catches("B201", "run", "import flask\napp.run(debug=True)\n",
                     "import flask\napp.run(debug=1)\n")


if __name__ == "__main__":
    unittest.main()
