from flask import make_response


def remember(page, user):
    response = make_response(page)
    response.set_cookie("user", user, secure=True, httponly=True, samesite="Lax")
    response.set_cookie("theme", "dark", httponly=True, secure=True)
    return response
