PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # finding: weak-password-hasher-setting
