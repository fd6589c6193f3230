import ldap
from flask import Flask, request

app = Flask(__name__)


@app.post("/sign-in")
def sign_in():
    name = request.form["name"]
    directory = ldap.initialize("ldaps://directory.example.com")
    query = "(uid=" + name + ")"
    found = directory.search_s("ou=people", ldap.SCOPE_SUBTREE, query)  # finding: request-to-ldap
    return {"found": len(found)}
