import os

DEBUG = os.environ.get("SHOP_DEBUG") == "1"
ALLOWED_HOSTS = ["shop.example.com"]
ROOT_URLCONF = "shop.urls"
