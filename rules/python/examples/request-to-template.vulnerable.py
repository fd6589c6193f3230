from flask import Flask, render_template_string, request

app = Flask(__name__)


@app.route("/hello")
def hello():
    name = request.args.get("name", "you")
    page = "<h1>Hello %s</h1>" % name
    return render_template_string(page)  # finding: request-to-template


@app.route("/bye/<name>")
def bye(name):
    return render_template_string(f"<h1>Bye {name}</h1>")  # finding: request-to-template
