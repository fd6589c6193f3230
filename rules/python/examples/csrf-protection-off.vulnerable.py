from django.views.decorators.csrf import csrf_exempt
from flask import Flask

app = Flask(__name__)
app.config["WTF_CSRF_ENABLED"] = False  # finding: csrf-protection-off


@csrf_exempt  # finding: csrf-protection-off
def transfer(request):
    return None
