<?php
$cart = unserialize($_COOKIE['cart']); // finding: request-to-deserialiser
$text = base64_decode($_POST['state']);
$state = unserialize($text); // finding: request-to-deserialiser
$options = maybe_unserialize(stripslashes($_POST['options'])); // finding: request-to-deserialiser
$other = unserialize($request->input('filter'), ['max_depth' => 10]); // finding: request-to-deserialiser
