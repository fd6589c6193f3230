from flask import Flask, request

app = Flask(__name__)


@app.post("/compute")
def compute():
    formula = request.form["formula"]
    return str(eval(formula))  # finding: request-to-code


@app.post("/run")
def run():
    body = request.get_json()
    exec(body["code"])  # finding: request-to-code
    return ""
