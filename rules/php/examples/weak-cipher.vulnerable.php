<?php
$text = openssl_encrypt($plain, 'des-ede3-cbc', $key, 0, $nonce); // finding: weak-cipher
$plain = openssl_decrypt($text, 'AES-256-ECB', $key); // finding: weak-cipher
$method = 'rc4';
$other = openssl_encrypt($plain, $method, $key); // finding: weak-cipher
$old = mcrypt_encrypt(MCRYPT_RIJNDAEL_128, $key, $plain, MCRYPT_MODE_CBC, $nonce); // finding: weak-cipher
