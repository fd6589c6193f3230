import ast

from flask import Flask, request

app = Flask(__name__)
OPERATIONS = {"sum": sum, "max": max}


@app.post("/compute")
def compute():
    numbers = ast.literal_eval(request.form["numbers"])
    eval("1 + 1")
    return str(OPERATIONS[request.form["operation"]](numbers))
