<?php
call_user_func($_GET['action'], $_GET['argument']); // finding: request-to-callback
$name = $_POST['function'];
$name($_POST['value']); // finding: request-to-callback
$class = $_REQUEST['kind'];
$object = new $class(); // finding: request-to-callback
$lines = array_map($_GET['filter'], $lines); // finding: request-to-callback
