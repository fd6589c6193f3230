"""The small project of the mechanics: its defect, candidates for it, and one run on it."""
import json
import time

from healing import Service, attempts, heal, patch, tool

CODE = '''\
"""What a basket costs."""


def total(prices, delivery):
    """The sum of prices and delivery, in cents."""
    return sum(prices) - delivery
'''
TEST = '''\
import unittest

from basket import total


class TotalTests(unittest.TestCase):
    def test_delivery_is_added(self):
        self.assertEqual(total([100, 250], 30), 380)
'''


def fix(expression):
    """A patch that lets the function return something else."""
    return patch(CODE, CODE.replace("sum(prices) - delivery", expression), "basket.py")


RIGHT = tool(fix("sum(prices) + delivery"))
WRONG = tool(fix("sum(prices) * delivery"))
RAISING = tool(fix("sum(prices) + delivery[0]"))
AGAIN = tool(fix("sum(prices)  *  delivery  # once more"))
# Right for the tests that are there and for nothing else.
NARROW = tool(fix("prices[0] + prices[-1] + delivery"))
CHEATING = tool(patch(TEST, TEST.replace("380", "320"), "tests/test_basket.py"))
BLOCKS = ("basket.py\n<<<<<<< SEARCH\n    return sum(prices) - delivery\n=======\n"
          "    return sum(prices) + delivery\n>>>>>>> REPLACE\n")
BUSY = {"type": "rate_limit_error", "message": "by the script"}


def refusal(status, **members):
    """An answer of the service that is none of a model."""
    return {"status": status, "error": BUSY, **members}


class Trial:
    """One run of `sentinel heal` under a script, and what is held against it."""

    def __init__(self, programs, scratch, api):
        self.programs, self.place, self.api = programs, scratch, api
        self.tree = scratch / "tree"
        (self.tree / "tests").mkdir(parents=True)
        (self.tree / "tests/__init__.py").touch()
        (self.tree / "basket.py").write_text(CODE)
        (self.tree / "tests/test_basket.py").write_text(TEST)
        self.problems, self.document, self.requests = [], None, []

    def options(self, *more):
        return ["--actor", "model", "--test", "python3 -m unittest", *more]

    def run(self, replies, *more, **environment):
        """Heals once; the document and the requests are kept."""
        with Service(self.api, replies, self.place) as service:
            start = time.monotonic()
            self.document, _ = heal(
                self.programs, self.tree, self.place, *self.options(*more),
                environment={**service.environment, **environment})
            self.seconds = time.monotonic() - start
            self.requests = service.requests()
        for entry in self.requests:
            self.hold(not entry["broken"], f"request {entry['number']}: {entry['broken']}")

    def hold(self, is_so, otherwise):
        if not is_so:
            self.problems.append(otherwise)

    def ends(self, reason, *outcomes, requests=None):
        """The run ended for this reason, with attempts of these outcomes and so many requests."""
        found = [attempt["outcome"] for attempt in attempts(self.document)]
        self.hold(self.document["exitReason"] == reason,
                  f"ends as {self.document['exitReason']}, not {reason}")
        self.hold(found == list(outcomes), f"attempts {found}, not {list(outcomes)}")
        wanted = len(outcomes) if requests is None else requests
        self.hold(len(self.requests) == wanted, f"{len(self.requests)} requests, not {wanted}")

    def paused(self, least, most):
        """So many seconds lie between the first two requests."""
        if len(self.requests) > 1:
            gap = self.requests[1]["at"] - self.requests[0]["at"]
            self.hold(least <= gap <= most, f"{gap:.2f} s between the requests")

    def booked(self, is_estimated=False):
        """The ledger says what the service says, or that it is estimated."""
        budget = self.document["budget"]
        self.hold(budget["calls"] == len(self.requests), f"{budget['calls']} calls in the ledger")
        self.hold(bool(budget.get("isEstimated")) == is_estimated, "estimated, or not said to be")
        if is_estimated:
            least = self.requests[0]["bytes"] // 6
            self.hold(budget["inputTokens"] >= least and budget["outputTokens"] > 0,
                      f"{budget['inputTokens']} and {budget['outputTokens']} tokens are charged")
        else:
            sums = [sum(entry["usage"][side] for entry in self.requests) for side in (0, 1)]
            self.hold([budget["inputTokens"], budget["outputTokens"]] == sums,
                      f"the ledger has {budget['inputTokens']} and {budget['outputTokens']} tokens, "
                      f"the service {sums}")

    def asked(self, number):
        """The text of a request, from 1."""
        return json.dumps(self.requests[number - 1]["body"]) if number <= len(self.requests) else ""
