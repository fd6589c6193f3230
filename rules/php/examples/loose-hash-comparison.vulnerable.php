<?php
if (md5($password) == $row['hash']) { // finding: loose-hash-comparison
    login($row);
}
if ($given != sha1($text . KEY)) { // finding: loose-hash-comparison
    exit;
}
$valid = hash_hmac('sha256', $body, KEY) == $signature; // finding: loose-hash-comparison
$same = $_GET['signature'] === hash_hmac('sha256', $body, KEY); // finding: loose-hash-comparison
