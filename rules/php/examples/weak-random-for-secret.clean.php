<?php
$token = bin2hex(random_bytes(32));
$user->reset_token = Str::random(40);
$row = ['api_key' => random_int(100000, 999999)];
$position = mt_rand(0, 10);
$file = uniqid('export_') . '.csv';
$colour = $colours[rand(0, 5)];
