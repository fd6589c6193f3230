ALLOWED_HOSTS = ["*"]  # finding: django-any-host
