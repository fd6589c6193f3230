def generate_private_key(public_exponent, key_size):
    return public_exponent, key_size
