"""Started programs, and secrets."""

from __future__ import annotations

import unittest

from support import FixerCase, ask, code, line_of

SHELL = "import subprocess\ndef f(name):\n    subprocess.run('tar xf ' + name, shell=True)\n"


class Shells(FixerCase):
    def test_a_value_is_one_argument(self) -> None:
        finding = self.heals("B602", "shell", """
            import subprocess
            def f(name):
                return subprocess.run(f"tar -C out --file={name} -x", check=True, shell=True)
            """, """
            import subprocess
            def f(name):
                return subprocess.run(["tar", "-C", "out", "--file=" + str(name), "-x"], check=True)
            """)
        self.assertEqual((finding["level"], finding["changesBehaviour"]), ("L2", True))

    def test_quotes_are_read_as_a_shell_reads_them(self) -> None:
        self.heals("S602", "shell", """
            import shlex
            from subprocess import call
            call("git log -n 1 'a b' %s" % shlex.quote(name), shell=True)
            """, """
            import shlex
            from subprocess import call
            call(["git", "log", "-n", "1", "a b", str(name)])
            """)

    def test_what_is_the_shell_s_own_stays(self) -> None:
        for command in ("'a | b'", "'a > b'", "'a $HOME'", "'ls *.py'", "'cd /'", "'A=1 b'",
                        "'a `b`'", "name", "name + ' x'", "'a ' + args", "'a ' + b()", "'a;b'",
                        "f'a {b!r}'", "'a \\'b'"):
            with self.subTest(command):
                source = f"import subprocess\nsubprocess.run({command}, shell=True)\n"
                found = self.verdict("B602", "shell", source, source)
                self.assertFalse(found["holds"])
                with self.assertRaises(AssertionError):
                    self.heals("B602", "shell", source, source)

    def test_refusals(self) -> None:
        self.refuses("B602", "shell", SHELL.replace("=True", "=flag"), "needs-decision")
        self.refuses("B602", "shell", SHELL.replace("=True", "=True, executable=x"),
                     "needs-decision")
        self.refuses("B602", "shell", SHELL.replace("=True", "=True, **more"), "unsure")

    def test_cheats(self) -> None:
        for after in (
            SHELL.replace("shell=True", "shell=1 == 1"),
            SHELL.replace("'tar xf ' + name, shell=True", "['sh', '-c', 'tar xf ' + name]"),
            SHELL.replace("subprocess.run(", "getattr(subprocess, 'run')("),
            SHELL.replace("subprocess.run('tar xf ' + name, shell=True)", "pass"),
        ):
            with self.subTest(after):
                self.catches("B602", "shell", SHELL, after)

    def test_os_system_and_popen(self) -> None:
        self.heals("B605", "system", """
            import os
            if os.system("ping -c 1 " + host) != 0:
                print("down")
            """, """
            import os
            import subprocess
            if subprocess.call(["ping", "-c", "1", host]) != 0:
                print("down")
            """)
        self.refuses("B605", "system", "import os\nreturn_code = os.system('x y')\n",
                     "needs-decision")
        self.refuses("B605", "popen", "import os\nfor line in os.popen('x y'): pass\n",
                     "needs-decision")
        self.catches("B605", "system", "import os\nos.system('x ' + y)\n",
                     "import subprocess\nsubprocess.run(['sh', '-c', 'x ' + y])\n")

    def test_a_pipe_that_is_a_file_and_a_command_that_has_a_name(self) -> None:
        self.heals("B605", "popen", """
            import os
            def f(pid):
                command = "wmic path where ProcessID=%s get Commandline 2> nul" % (pid,)
                with os.popen(command, "r") as lines:
                    return lines.readlines()
            """, """
            import io
            import os
            import subprocess
            def f(pid):
                command = ["wmic", "path", "where", "ProcessID=" + str(pid), "get", "Commandline"]
                with io.StringIO(subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False).stdout) as lines:
                    return lines.readlines()
            """)
        self.heals("B605", "system", """
            import os

            os.system("ping -c 1 %s 2>/dev/null" % host)
            """, """
            import os
            import subprocess

            subprocess.call(["ping", "-c", "1", str(host)], stderr=subprocess.DEVNULL)
            """)
        head = "import os\ndef f(pid):\n"
        for text, reason in (
                ("    with os.popen('x y', 'w') as f: f.write(pid)\n", "unsure"),
                ("    with os.popen('x y'): pass\n", "needs-decision"),
                ("    with os.popen('x y 2>errors') as f: pass\n", "needs-decision"),
                ("    with os.popen('x y > nul') as f: pass\n", "needs-decision"),
                ("    c = 'x y'\n    if pid: c = pid\n    with os.popen(c) as f: pass\n",
                 "needs-decision"),
                ("    c = 'x y'\n    print(c)\n    with os.popen(c) as f: pass\n",
                 "needs-decision")):
            with self.subTest(text):
                self.refuses("B605", "popen", head + text, reason)
        before = head + "    c = 'x ' + pid\n    with os.popen(c) as f: pass\n"
        for text in ("c = ['sh', '-c', 'x ' + pid]", "c = ['x', pid]\n    c = pid",
                     "c = ['x', 'y']", "c = 'x ' + pid"):
            with self.subTest(text):
                self.catches(
                    "B605", "popen", before, "import io, subprocess\n" + head
                    + f"    {text}\n    with io.StringIO(subprocess.run(c).stdout) as f: pass\n")


class Libraries(FixerCase):
    BEFORE = """
        import os
        import subprocess

        def f(self):
            os.makedirs(self.folder)
            subprocess.call(["rm", "-rf", self.folder])
        """

    def test_a_folder_is_removed_without_a_program(self) -> None:
        after = self.BEFORE.replace(
            'subprocess.call(["rm", "-rf", self.folder])',
            "shutil.rmtree(self.folder, ignore_errors=True)").replace(
            "import os\n", "import os\n        import shutil\n")
        for rule in ("B603", "B607"):
            self.heals(rule, "subprocess.call", self.BEFORE, after)

    def test_another_variable_of_the_same_name_is_no_folder(self) -> None:
        apart = """
            import os
            import subprocess

            def make(path):
                os.makedirs(path)

            def drop(path):
                subprocess.call(["rm", "-rf", path])
            """
        other = code(self.BEFORE).replace("    subprocess", "\nclass Other:\n  def g(self):\n    subprocess")
        joined = code(apart).replace("(path)\n\n", "(os.path.join(path, 'x'))\n\n").replace(
            "path])", "os.path.join(path, 'x')])")
        for text in (code(apart), "class One:\n  pass\n" + other, joined,
                     joined.replace("os.path.join(path, 'x')", 'f"{path}/x"')):
            with self.subTest(text):
                finding = ask(text.encode(), "B603", line_of(text, "subprocess."))
                self.assertEqual(finding["findings"][0]["status"], "notice")
        self.heals("B603", "subprocess.", """
            import subprocess
            import tempfile

            def drop():
                path = tempfile.mkdtemp()
                subprocess.run(["rm", "-fr", path])
            """, """
            import shutil
            import subprocess
            import tempfile

            def drop():
                path = tempfile.mkdtemp()
                shutil.rmtree(path, ignore_errors=True)
            """)

    def test_other_programs_are_started_as_before_and_noted(self) -> None:
        for old, new in (("makedirs", "remove"), ("-rf", "-r"), ('"rm"', '"ls"'),
                         ("        subprocess", "        x = subprocess"), ("call", "check_call"),
                         ("self.folder]", "*self.folder]"), ("folder])", "folder], env={})")):
            source = code(self.BEFORE.replace(old, new))
            with self.subTest(new):
                finding = ask(source.encode(), "B603", line_of(source, "subprocess."))
                self.assertEqual(finding["findings"][0]["status"], "notice")

    def test_cheats(self) -> None:
        call = 'subprocess.call(["rm", "-rf", self.folder])'
        for text in ("pass", "shutil.rmtree(self.other, ignore_errors=True)",
                     "shutil.rmtree(self.folder, ignore_errors=False)",
                     "os.removedirs(self.folder)"):
            for rule in ("B603", "B607"):
                with self.subTest(text):
                    self.catches(rule, "subprocess.call", self.BEFORE,
                                 "import shutil\n" + code(self.BEFORE.replace(call, text)))


class Paths(FixerCase):
    BEFORE = """
        import subprocess
        def f():
            with subprocess.Popen(["git", "status"]) as git:
                return git.wait()
        """

    CHECKED = ('x = shutil.which("git")', "if x is None:", "    raise FileNotFoundError(2)")

    def looked_up(self, *lines: str) -> str:
        """The function with lines before the call, which starts what they find."""
        head = "\n            ".join((*lines, "with"))
        return self.BEFORE.replace("import subprocess", "import shutil, subprocess").replace(
            "with", head).replace('["git"', "[x")

    def test_other_hands_may_look_it_up_as_well(self) -> None:
        found = self.verdict("B607", "Popen", self.BEFORE, self.looked_up(*self.CHECKED))
        self.assertTrue(found["holds"], found)

    def test_the_program_is_looked_up_once(self) -> None:
        self.heals("B607", "Popen", self.BEFORE, """
            import shutil
            import subprocess
            def f():
                git_path = shutil.which("git")
                if git_path is None:
                    raise FileNotFoundError("git")
                with subprocess.Popen([git_path, "status"]) as git:
                    return git.wait()
            """)

    def test_refusals(self) -> None:
        table = {
            "x = [subprocess.run(['git', a]) for a in b]\n": "layout",
            "while subprocess.call(['git']): pass\n": "layout",
            "x = a and subprocess.call(['git'])\n": "layout",
            "def f(x=subprocess.call(['git'])): pass\n": "layout",
            "subprocess.run(['git'], env=a)\n": "needs-decision",
            "subprocess.run('git', shell=True)\n": "needs-decision",
            "git_path = 1; subprocess.run(['git'])\n": "layout",
            "git_path = 1\nsubprocess.run(['git'])\n": "name-taken",
            "shutil = 1\nsubprocess.run(['git'])\n": "name-taken",
        }
        for source, reason in table.items():
            with self.subTest(source):
                self.refuses("B607", "['git'" if "['git'" in source else "'git'",
                             "import subprocess\n" + source, reason)

    def test_cheats(self) -> None:
        for after in (
            self.BEFORE.replace('["git"', '["".join(["git"])'),
            self.BEFORE.replace('["git"', '["./git"'),
            self.BEFORE.replace("with", 'x = "git"\n            with').replace('["git"', "[x"),
            self.looked_up('x = shutil.which("git") or "git"'),
            self.looked_up('x = shutil.which("git") or "./git"'),
            self.looked_up('x = shutil.which("git")'),
            self.looked_up(*self.CHECKED, 'x = "./git"'),
        ):
            with self.subTest(after):
                self.catches("B607", "Popen", self.BEFORE, after)


class Secrets(FixerCase):
    def test_a_password_comes_from_the_environment(self) -> None:
        finding = self.heals("B105", "DB", 'DB_PASSWORD = "Winter-2019!"  # old\n',
                             'import os\n\nDB_PASSWORD = os.environ.get("DB_PASSWORD")  # old\n'
                             .replace("\n\n", "\n"))
        self.assertEqual(finding["level"], "L2")

    def test_what_is_no_secret_is_said_to_be_none(self) -> None:
        for value in ("https://a.b/token", "", "password", "Enter your password:", "/etc/x",
                      "******", "{token}", "reset-password", "auth.token.json", "%s"):
            with self.subTest(value):
                self.refuses("B105", "TOKEN", f'TOKEN = "{value}"\n', "false-positive")

    def test_what_is_said_of_a_secret_is_none(self) -> None:
        for name in ("SESSION_SECRET_ALGORITHM", "self.token_type", "password_hasher"):
            with self.subTest(name):
                self.refuses("B105", "HS256", f'{name} = "HS256"\n', "false-positive")

    def test_a_copy_elsewhere_would_stay(self) -> None:
        self.refuses("B105", "TOKEN", 'TOKEN = "a1-b2-c3"\nx = "a1-b2-c3"\n', "needs-decision")

    def test_arguments_and_defaults(self) -> None:
        self.heals("B106", "password", 'connect("db", password="a1-b2-c3")\n',
                   'import os\nconnect("db", password=os.environ["PART_PASSWORD"])\n')
        self.heals("B107", "def", """
            def connect(host, db_password="a1-b2-c3"):
                \"\"\"Connects.\"\"\"
                return host, db_password
            """, """
            import os
            def connect(host, db_password=None):
                \"\"\"Connects.\"\"\"
                if db_password is None:
                    db_password = os.environ["DB_PASSWORD"]
                return host, db_password
            """)

    def test_a_parameter_on_a_line_of_its_own(self) -> None:
        before = """
            import os

            def login(
                user,
                password="kR7-tango-19",
            ):
                return user, password
            """
        after = """
            import os

            def login(
                user,
                password=None,
            ):
                if password is None:
                    password = os.environ["PART_PASSWORD"]
                return user, password
            """
        # Bandit reports the function, ruff the parameter.
        self.heals("B107", "def login", before, after)
        self.heals("S107", "password=", before, after)
        self.refuses("B107", "def login", before.replace("user,\n", 'token="x1-y2-z3",\n', 1),
                     "ambiguous")

    def test_cheats(self) -> None:
        before = 'TOKEN = "a1-b2-c3"\n'
        for after in ('TOKEN = "a1-b2" + "-c3"\n', 'import os\nTOKEN = os.environ.get("T", "a1")\n',
                      'TOKEN = bytes([97, 49]).decode()\n', 'TOK = "a1-b2-c3"\n'):
            with self.subTest(after):
                self.catches("B105", "TOKEN", before, after)

    def test_a_seed_that_differs_in_every_run_repeats_nothing(self) -> None:
        for value in ("", "os.getpid()", "os.getpid() * time.time()", "mine * now"):
            before = f"""
                import os
                import random
                import time

                def work(x):
                    mine = os.getpid()
                    now = time.time()
                    random.seed({value})
                    return random.choice(x)
                """
            with self.subTest(value):
                self.heals("B311", "choice", before,
                           before.replace("random.choice", "random.SystemRandom().choice"))

    def test_random_numbers(self) -> None:
        finding = self.heals(
            "B311", "choice", "import random\ntoken = random.choice(letters)\n",
            "import random\ntoken = random.SystemRandom().choice(letters)\n")
        self.assertEqual(finding["level"], "L3")
        finding = self.heals(
            "S311", "uniform(", "from random import uniform\ndelay = uniform(1, 2)\n",
            "import secrets\n\nuniform = secrets.SystemRandom().uniform\ndelay = uniform(1, 2)\n")
        self.assertEqual(finding["level"], "L2")
        self.refuses("B311", "choice", "import random\nrandom.seed(1)\nrandom.choice(x)\n",
                     "false-positive")
        for value in ("7", "os.getpid() * 7", "when", "*a", "str(time.time())"):
            with self.subTest(value):
                self.refuses(
                    "B311", "choice",
                    f"import os, random, time\nrandom.seed({value})\nrandom.choice(x)\n",
                    "false-positive")
        self.refuses("B311", "choice", "import random, time\ndef f(when):\n    if not when:\n"
                     "        when = time.time()\n    random.seed(when)\nrandom.choice(x)\n",
                     "false-positive")
        self.refuses("B311", "choice", "import random\nstate = random.getstate()\n"
                     "random.choice(x)\n", "false-positive")
        self.refuses("B311", "Random(", "import random\nx = random.Random(7)\n", "false-positive")
        self.refuses("B311", "random.c", "def f(random):\n    random.choice(1)\n", "not-found")
        self.catches("B311", "choice", "import random\ntoken = random.choice(a)\n",
                     "import random\ntoken = getattr(random, 'choice')(a)\n")

    def test_a_name_that_was_imported_from_random_stays_and_can_still_be_replaced(self) -> None:
        self.heals("B311", "roll(", """
            import os
            import sys
            from random import choice, gauss, randint as roll

            import numpy

            class Die:
                def throw(self):
                    drawn = roll(1, 6)
                    return choice(numpy.zeros(drawn))
            """, """
            import os
            import secrets
            import sys
            from random import gauss

            import numpy

            choice = secrets.SystemRandom().choice
            roll = secrets.SystemRandom().randint

            class Die:
                def throw(self):
                    drawn = roll(1, 6)
                    return choice(numpy.zeros(drawn))
            """)
        # Where the name cannot be given to something else for the whole file, the call is changed.
        for head in ("from random import (\n    randint,\n)", "from random import randint  # dice",
                     "from random import randint\nrandint(1, 2)\nimport os"):
            before = f"import re\n{head}\nimport sys\n\ndef throw():\n    return randint(1, 6)\n"
            with self.subTest(head):
                self.heals("B311", "randint(1, 6)", before, before.replace(
                    "import re\n", "import re\nimport secrets\n").replace(
                    "return randint", "return secrets.SystemRandom().randint"))

    def test_a_name_that_is_used_between_imports_stays_as_it_is_whatever_shadows_it(self) -> None:
        before = """
            from random import choice, randint
            choice("ab")
            import sys

            def throw(choice):
                return randint(1, 6)
            """
        self.heals("B311", "randint(", before, before.replace(
            "return randint", "return secrets.SystemRandom().randint").replace(
            "import sys", "import secrets\n            import sys"))

    def test_a_seed_that_nobody_chose_repeats_nothing(self) -> None:
        before = "import random, util\nutil.seed()\nrandom.choice(x)\n"
        self.heals("B311", "choice", before,
                   before.replace("random.choice", "random.SystemRandom().choice"))
        self.refuses("B311", "choice", before.replace("seed()", "seed(7)"), "false-positive")
        self.refuses("B311", "choice", before.replace("seed()", "seed"), "false-positive")

    def test_cheats_with_names_for_random_numbers(self) -> None:
        before = "from random import randint\ndef throw():\n    return randint(1, 6)\n"
        for text in ("import random\nrandint = random.Random().randint\n",
                     "import secrets\nrandint = secrets.SystemRandom().choice\n",
                     "import secrets\nrandint = secrets.SystemRandom().randint\nrandint = int\n",
                     "import secrets\nrandint = lambda a, b: 4\n"):
            with self.subTest(text):
                self.catches("B311", "randint(1", before, text + "def throw():\n"
                             "    return randint(1, 6)\n")
        self.catches("B311", "randint(1", before, "import secrets\n"
                     "randint = secrets.SystemRandom().randint\n"
                     "def throw(randint=int):\n    return randint(1, 6)\n")


if __name__ == "__main__":
    unittest.main()
