"""B324: MD5 and SHA-1."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst
from credentials.weak_random import arguments
from engine.fixer import Fixer, Site, calls
from engine.patch import Patch
from engine.refusal import Refusal
from engine.text import is_word, literal, words
from engine.tree import Tree

WEAK = {"md4", "md5", "sha", "sha1"}
HASHES = frozenset(f"hashlib.{name}" for name in ("md4", "md5", "sha1", "new"))
# Where a hash decides who somebody is or whether data is genuine.
SECURITY = {
    "password", "passwd", "pwd", "pass", "passphrase", "secret", "token", "auth",
    "authenticate", "authorization", "credential", "login", "sign", "signature", "signed",
    "hmac", "mac", "nonce", "salt", "salted", "session", "csrf", "verify", "verification",
    "certificate", "cert", "fingerprint", "encrypt", "decrypt", "kdf", "pbkdf", "scramble",
    "cookie", "cnonce", "realm", "challenge", "ticket", "otp", "totp", "hotp", "private",
    "cred", "sasl", "ntlm", "apop", "ssh", "crypt", "crypto", "cipher", "digestauth",
}


class WeakHash(Fixer):
    """`hashlib.md5(x)` says that nothing depends on its strength."""

    name = "weak-hash"
    rules = ("B324", "S324", "weak-hash")
    preconditions = (
        "no name in the function or of the file speaks of passwords, signatures or logins, or no "
        "more than 32 bits of the hash are used",
        "Python 3.9 or later, which knows the argument",
    )
    post_condition = (
        "the same call says usedforsecurity=False, and nothing around it speaks of security")
    highest_level = "L3"
    explanation = (
        "MD5 and SHA-1 no longer resist collisions. As far as the names around it show, this hash "
        "identifies data and protects nothing; the call says so now, which also lets it work where "
        "weak hashes are switched off.")

    def sites(self, tree: Tree) -> Iterable[Site]:
        for call in calls(tree, HASHES):
            name = next(iter(tree.names(call.func))).rsplit(".", 1)[-1]
            if name == "new":
                first = next((item for item in call.args if not item.star), None)
                if first is None or (literal(first.value) or "").lower() not in WEAK:
                    continue
            marked = [item for item in call.args
                      if item.keyword is not None and item.keyword.value == "usedforsecurity"]
            text = arguments(tree, call)
            if not marked:
                yield Site(call, f"{name} {text}", False)
            elif is_word(marked[0].value, "False") and not speaks_of_security(tree, call):
                bare = text.replace("usedforsecurity=False", "").rstrip(" ,").replace(", ,", ",")
                yield Site(call, f"{name} {bare}", True)

    def fix(self, patch: Patch, site: Site) -> None:
        call = site.node
        if not isinstance(call, cst.Call):
            raise Refusal("unsure", "no call")
        if patch.project.python < (3, 9):
            raise Refusal("needs-decision", "the argument exists since Python 3.9")
        word = speaks_of_security(patch.tree, call)
        if word:
            raise Refusal(
                "needs-decision", f"'{word}' around it means that the hash's strength may matter")
        patch.refuse_unpacking(call)
        patch.add_argument(call, "usedforsecurity=False")


# So many hexadecimal digits are guessed in hours whatever the hash: they name, and protect nothing.
MOST_DIGITS = 8


def is_short(tree: Tree, call: cst.Call) -> bool:
    """Whether nothing but the first digits of a hash is used, as in `md5(x).hexdigest()[:6]`."""
    made = tree.parent(call)
    digest = tree.parent(made) if isinstance(made, cst.Attribute) else None
    part = tree.parent(digest) if isinstance(digest, cst.Call) and digest.func is made else None
    if not isinstance(part, cst.Subscript) or part.value is not digest or len(part.slice) != 1:
        return False
    cut = part.slice[0].slice
    return (isinstance(made, cst.Attribute) and made.attr.value == "hexdigest"
            and isinstance(cut, cst.Slice) and cut.lower is None and cut.step is None
            and isinstance(cut.upper, cst.Integer)
            and cut.upper.evaluated_value <= MOST_DIGITS)


def speaks_of_security(tree: Tree, call: cst.Call) -> str:
    """A word of security in the function or the file's path; empty when there is none."""
    if is_short(tree, call):
        return ""
    around = tree.function(call) or tree.enclosing(call, cst.SimpleStatementLine) or call
    names = [tree.source.path.removesuffix(".py"), tree.scope_path(call)]
    names += [node.value for node in tree.all(cst.Name) if tree.contains(around, node)]
    names += [
        node.raw_value for node in tree.all(cst.SimpleString)
        if tree.contains(around, node) and len(node.raw_value) < 40]
    for name in names:
        for word in words(name):
            if word in SECURITY or word.rstrip("s") in SECURITY:
                return word
    return ""
