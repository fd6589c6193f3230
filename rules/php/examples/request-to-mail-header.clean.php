<?php
mail('shop@shop.example', 'Question', $_POST['text'], 'From: shop@shop.example');
$mail = filter_var($_POST['mail'], FILTER_VALIDATE_EMAIL);
mail('shop@shop.example', 'Question', $text, 'From: ' . $mail);
$other = $_POST['mail'];
if (!filter_var($other, FILTER_VALIDATE_EMAIL)) {
    exit;
}
mail('shop@shop.example', 'Question', $text, 'From: ' . $other);
