from flask import request, session


def sign_in(request_body):
    session["role"] = request.form["role"]  # finding: request-in-session-identity
    session["user_id"] = request.cookies.get("user")  # finding: request-in-session-identity
