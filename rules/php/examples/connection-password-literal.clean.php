<?php
$link = mysqli_connect('db', 'shop', getenv('DB_PASSWORD'), 'shop');
$local = new mysqli('localhost', 'root', '', 'shop');
$pdo = new PDO($dsn, $config['user'], $config['password']);
$mail->Password = $settings->password;
$labels = ['password' => 'Passwort'];
