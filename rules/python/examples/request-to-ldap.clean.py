import ldap
from flask import Flask, request
from ldap.filter import escape_filter_chars

app = Flask(__name__)


@app.post("/sign-in")
def sign_in():
    name = escape_filter_chars(request.form["name"])
    directory = ldap.initialize("ldaps://directory.example.com")
    found = directory.search_s("ou=people", ldap.SCOPE_SUBTREE, f"(uid={name})")
    return {"found": len(found)}
