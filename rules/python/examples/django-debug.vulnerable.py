DEBUG = True  # finding: django-debug
ALLOWED_HOSTS = []
ROOT_URLCONF = "shop.urls"
