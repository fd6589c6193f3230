from flask import request, session


def sign_in(account):
    session["role"] = account.role
    session["theme"] = request.form["theme"]
