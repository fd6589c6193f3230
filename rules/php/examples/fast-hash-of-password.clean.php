<?php
$hash = password_hash($password, PASSWORD_DEFAULT);
$etag = md5($text);
$key = hash('sha256', $passwordResetToken);
$file = sha1($_POST['name']);
$gravatar = md5(strtolower($user->mail));
