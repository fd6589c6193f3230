import traceback

from flask import Flask

app = Flask(__name__)


@app.route("/order")
def order():
    try:
        return load()
    except OSError as error:
        return {"error": str(error)}, 500  # finding: stack-trace-in-response
    except ValueError:
        return traceback.format_exc(), 500  # finding: stack-trace-in-response
