<?php
$token = md5(uniqid(mt_rand(), true)); // finding: weak-random-for-secret
$user->reset_token = sha1(microtime()); // finding: weak-random-for-secret
$row = ['api_key' => mt_rand(100000, 999999)]; // finding: weak-random-for-secret

function generatePassword($length)
{
    return substr(str_shuffle('abcdefghij0123456789'), 0, $length); // finding: weak-random-for-secret
}
