from flask import Flask

app = Flask(__name__)
app.config["DEBUG"] = True  # finding: flask-debug

if __name__ == "__main__":
    app.run(port=8000, debug=True)  # finding: flask-debug
