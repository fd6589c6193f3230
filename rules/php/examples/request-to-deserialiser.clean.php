<?php
$cart = json_decode($_COOKIE['cart'], true);
$state = unserialize($_POST['state'], ['allowed_classes' => false]);
$cached = unserialize($cache->get('state'));
$text = serialize($_POST);
$prices = unserialize('a:0:{}');
