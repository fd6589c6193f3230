<?php
$nonce = random_bytes(12);
$text = openssl_encrypt($plain, 'aes-256-gcm', $key, OPENSSL_RAW_DATA, $nonce, $tag);
$other = openssl_encrypt($plain, $method, $key, 0, $nonce);
$box = sodium_crypto_secretbox($plain, $nonce, $key);
$names = ['des-cbc', 'aes-256-ecb'];
