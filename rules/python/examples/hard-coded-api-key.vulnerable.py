API_KEY = "9f8e7d6c5b4a39281706"  # finding: hard-coded-api-key


def client(factory):
    return factory(client_secret="q1w2e3r4t5y6u7i8o9")  # finding: hard-coded-api-key
