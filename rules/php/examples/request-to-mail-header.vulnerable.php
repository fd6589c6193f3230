<?php
mail('shop@shop.example', 'Question', $text, 'From: ' . $_POST['mail']); // finding: request-to-mail-header
$headers = "Reply-To: {$_POST['mail']}";
mail('shop@shop.example', 'Question', $text, $headers); // finding: request-to-mail-header
mail($_REQUEST['to'], 'Question', $text); // finding: request-to-mail-header
mail('shop@shop.example', 'Hi', $text, 'X: y', '-f' . $_GET['sender']); // finding: request-to-mail-header
