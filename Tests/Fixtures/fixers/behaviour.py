"""What the shop does, healed or not: python -I behaviour.py FOLDER-OF-THE-SHOP [healed]

With `healed` it also expects what only a healed shop does: attacks no longer work.
"""

from __future__ import annotations

import io
import os
import pathlib
import sqlite3
import ssl
import sys
import tarfile
import tempfile
import unittest

HEALED = sys.argv[2:] == ["healed"]
sys.path[:0] = [sys.argv[1], str(pathlib.Path(__file__).parent / "stubs")]
os.environ.update(
    SUPPORT_PASSWORD="Winter-Sale-2019", PASSWORD_ARGUMENT_PASSWORD="Winter-Sale-2019",
    PASSWORD_DEFAULT_PASSWORD="Winter-Sale-2019")

from shop import (  # noqa: E402
    assert_used,
    bind_all,
    eval_literal,
    except_continue,
    except_pass,
    flask_debug,
    jinja_autoescape,
    library_call,
    os_command,
    partial_path,
    password_argument,
    password_default,
    password_string,
    permissive_mode,
    request_timeout,
    shell_true,
    short_key,
    sql_values,
    ssh_host_key,
    tar_extract,
    temp_name,
    temp_path,
    tls_no_protocol,
    tls_old_protocol,
    tls_unverified_context,
    url_open,
    verify_off,
    weak_hash,
    weak_random,
    xml_import,
    xml_parse,
    yaml_load,
)

ENTITIES = '<!DOCTYPE a [<!ENTITY b "c">]><a><d/></a>'


class Behaviour(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_checks(self) -> None:
        self.assertEqual(assert_used.take(3, 1), 2)
        with self.assertRaisesRegex(AssertionError, "not that many"):
            assert_used.take(1, 3)
        self.assertEqual(except_continue.total([1, "x", 2]), 3)
        self.assertEqual(except_pass.notify(lambda item: 1 / 0, "x"), "x")

    def test_secrets(self) -> None:
        given = password_argument.open_database(dict, "db")
        self.assertEqual(given, {"host": "db", "password": "Winter-Sale-2019"})
        self.assertEqual(password_default.sign_in("a"), "a:16")
        self.assertEqual(password_default.sign_in("a", "b"), "a:1")
        self.assertTrue(password_string.is_support("Winter-Sale-2019"))
        self.assertFalse(password_string.is_support(""))
        code = weak_random.reset_code("abc")
        self.assertEqual(len(code), 12)
        self.assertLessEqual(set(code), set("abc"))

    def test_programs(self) -> None:
        self.assertEqual(os_command.label("x"), "label x\n")
        self.assertEqual(shell_true.label("x"), "label x\n")
        self.assertEqual(partial_path.say("x"), "x\n")
        kept = self.folder / "kept"
        kept.mkdir()
        (kept / "old").touch()
        for _ in range(2):
            library_call.refresh(str(kept))
            self.assertEqual(list(kept.iterdir()), [])
        attack = "label x; /bin/echo y\n" if HEALED else "label x\ny\n"
        self.assertEqual(os_command.label("x; /bin/echo y"), attack)
        self.assertEqual(shell_true.label("x; /bin/echo y"), attack)
        path, os.environ["PATH"] = os.environ["PATH"], "/nowhere"
        try:
            with self.assertRaises(FileNotFoundError):
                partial_path.say("x")
        finally:
            os.environ["PATH"] = path

    def test_data(self) -> None:
        self.assertEqual(eval_literal.prices("[3, 1]"), [1, 3])
        self.assertEqual(yaml_load.prices("a: 1"), {"a": 1})
        self.assertEqual(xml_import.count("<a><b/></a>"), 1)
        self.assertEqual(xml_parse.count("<a><b/></a>"), 1)
        attacks = [
            lambda: eval_literal.prices("[__import__('os').getpid()]"),
            lambda: yaml_load.prices("a: !!python/object"),
            lambda: xml_import.count(ENTITIES), lambda: xml_parse.count(ENTITIES)]
        for attack in attacks:
            if HEALED:
                self.assertRaises(ValueError, attack)
            else:
                attack()

    def test_database(self) -> None:
        path = self.folder / "shop.db"
        with sqlite3.connect(path) as database:
            database.execute("CREATE TABLE item (name)")
            database.executemany("INSERT INTO item VALUES (?)", [("tea",), ("coffee",)])
        self.assertEqual(sql_values.find(path, "offe"), [("coffee",)])
        self.assertEqual(len(sql_values.find(path, "x' OR '1' LIKE '")), 0 if HEALED else 2)

    def test_files(self) -> None:
        with open(temp_path.export("a,b")) as file:
            self.assertEqual(file.read(), "a,b")
            self.assertEqual(file.name == "/tmp/last-export.csv", not HEALED)
        os.unlink(file.name)
        with open(temp_name.export("a,b")) as file:
            self.assertEqual(file.read(), "a,b")
            self.assertTrue(file.name.endswith(".csv"))
        os.unlink(file.name)
        permissive_mode.share(self.folder)
        self.assertEqual(self.folder.stat().st_mode & 0o777, 0o700 if HEALED else 0o777)
        if HEALED and not hasattr(tarfile, "data_filter"):
            return  # this Python is older than what the archives were healed for
        archive = self.folder / "a.tar"
        with tarfile.open(archive, "w") as tar:
            tar.addfile(tarfile.TarInfo("inside"), io.BytesIO())
        tar_extract.unpack(archive, self.folder / "out")
        self.assertTrue((self.folder / "out/inside").exists())
        if HEALED:
            with tarfile.open(archive, "w") as tar:
                tar.addfile(tarfile.TarInfo("../outside"), io.BytesIO())
            with self.assertRaises(tarfile.OutsideDestinationError):
                tar_extract.unpack(archive, self.folder / "out")

    def test_network(self) -> None:
        url, options = request_timeout.stock("http://a")
        self.assertEqual((url, options["params"]), ("http://a", {"all": 1}))
        self.assertEqual(options.get("timeout"), 30 if HEALED else None)
        options = verify_off.pay("https://a", 1)[1]
        self.assertEqual((options["json"], options["verify"]), ({"amount": 1}, HEALED))
        with self.assertRaises(OSError):
            url_open.news("http://127.0.0.1:1/")
        (self.folder / "secret").write_bytes(b"x")
        address = f"file://{self.folder}/secret"
        if HEALED:
            self.assertRaises(OSError, url_open.news, address)
        else:
            self.assertEqual(url_open.news(address), b"x")
        policy = type(ssh_host_key.connect("a").policy).__name__
        self.assertEqual(policy, "RejectPolicy" if HEALED else "AutoAddPolicy")

        class Server:
            def listen(self, host: str, port: int) -> tuple[str, int]:
                return host, port

        host = "127.0.0.1" if HEALED else "0.0.0.0"
        self.assertEqual(bind_all.serve(Server(), 80), (host, 80))

    def test_protection(self) -> None:
        mode = tls_unverified_context.context().verify_mode
        self.assertEqual(mode, ssl.CERT_REQUIRED if HEALED else ssl.CERT_NONE)
        version = ssl.PROTOCOL_TLS if HEALED else ssl.PROTOCOL_TLSv1
        self.assertEqual(tls_old_protocol.protect(lambda *all: all, 1), (1, version))
        given = tls_old_protocol.protect_old(lambda socket, **all: all, 1)
        self.assertEqual(given, {"ssl_version": version})
        ssl.wrap_socket = lambda socket, **options: (socket, options)
        chosen = {"ssl_version": ssl.PROTOCOL_TLS} if HEALED else {}
        self.assertEqual(tls_no_protocol.protect(1), (1, chosen))
        self.assertEqual(short_key.key(), (65537, 3072 if HEALED else 1024))
        self.assertEqual(weak_hash.entity_tag(b"a"), "0cc175b9c0f1b6a831c399e269772661")
        self.assertEqual(flask_debug.main(), {"port": 8000, "debug": not HEALED})
        pages = jinja_autoescape.pages("a")
        self.assertEqual((pages.loader, bool(pages.autoescape)), ("a", HEALED))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
