<?php
if (hash_equals(hash_hmac('sha256', $body, KEY), $signature)) {
    accept($body);
}
if (password_verify($password, $row['hash'])) {
    login($row);
}
$changed = md5_file('a.txt') !== md5_file('b.txt');
$cached = md5($text) === $known;
$count = strlen($text) == 32;
