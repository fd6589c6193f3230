<?php
$hash = md5($password); // finding: fast-hash-of-password
$row['hash'] = sha1($_POST['password']); // finding: fast-hash-of-password
$user->hash = hash('sha256', $user->password); // finding: fast-hash-of-password
$pass = $_POST['pass'];
$other = md5($salt . $pass); // finding: fast-hash-of-password
