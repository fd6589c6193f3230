<?php
$link = mysqli_connect('db', 'shop', 'not-a-real-one', 'shop'); // finding: connection-password-literal
$pdo = new PDO('mysql:host=db;dbname=shop', 'shop', 'not-a-real-one'); // finding: connection-password-literal
$mail->Password = 'not-a-real-one'; // finding: connection-password-literal
$redis->auth('not-a-real-one'); // finding: connection-password-literal
