CLOUD_KEY = "AKIAFAKEFAKEFAKE0000"  # finding: hard-coded-token
PAYMENT = {"key": "sk_live_000fake000fake000fake"}  # finding: hard-coded-token
