ALLOWED_HOSTS = ["shop.example.com", ".example.org"]
