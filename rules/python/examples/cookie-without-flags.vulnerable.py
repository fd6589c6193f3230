from flask import make_response


def remember(page, user):
    response = make_response(page)
    response.set_cookie("user", user)  # finding: cookie-without-flags
    response.set_cookie("theme", "dark", secure=True, httponly=False)  # finding: cookie-without-flags
    return response
