"""`sentinel heal` as a person runs it, and the scripted model service that it asks."""
import difflib
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
APIS = {"openai-chat": "/v1", "openai-responses": "/v1", "anthropic": ""}
MOST_SECONDS = 900


def command(programs, tree, scratch, *options):
    """The command line that heals a tree, with a state and proposals in the scratch folder."""
    return [str(part) for part in (
        programs / "sentinel", "heal", tree, "--json", "--isolation", "available",
        "--state", scratch / "state", "--out", scratch / "out", *options)]


def heal(programs, tree, scratch, *options, environment=None, most=MOST_SECONDS):
    """Runs `sentinel heal` on a tree; gives its document and its exit code."""
    done = subprocess.run(command(programs, tree, scratch, *options), capture_output=True,
                          timeout=most, env={**os.environ, **(environment or {})})
    return document(done.stdout, done.returncode, done.stderr), done.returncode


def document(output, code, errors):
    """What a run has printed; the end of the exam when that is no document."""
    try:
        return json.loads(output)
    except ValueError:
        raise SystemExit(f"no document, exit code {code}:\n"
                         + errors.decode(errors="replace")[-2000:]) from None


def patch(old, new, path):
    """A unified diff."""
    lines = difflib.unified_diff(old.splitlines(True), new.splitlines(True), f"a/{path}",
                                 f"b/{path}", n=3)
    return "".join(line if line.endswith("\n") else line + "\n" for line in lines)


def tool(diff):
    """A reply that calls the tool with a patch."""
    return {"tool": {"patch": diff, "rationale": "By the script."}}


def attempts(document):
    """The attempts of every incident, in their order."""
    return [attempt for incident in document["incidents"] for attempt in incident["attempts"]]


class Service:
    """The scripted model service, for one run."""

    def __init__(self, api, replies, scratch):
        self.log = scratch / "service.log"
        self.log.write_text("")
        script = scratch / "script.json"
        script.write_text(json.dumps({"api": api, "key": "exam", "replies": replies}))
        self.process = subprocess.Popen(
            [sys.executable, "-B", ROOT / "Tests/Heal/ModelServer/server.py", script, self.log],
            stdout=subprocess.PIPE)
        port = int(self.process.stdout.readline())
        self.environment = {
            "SENTINEL_MODEL_URL": f"http://127.0.0.1:{port}{APIS[api]}",
            "SENTINEL_MODEL_NAME": "script", "SENTINEL_MODEL_API": api,
            "SENTINEL_MODEL_KEY": "exam"}

    def requests(self):
        """What was asked, with what each request breaks of the vendor's contract."""
        return [json.loads(line) for line in self.log.read_text().splitlines()]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
