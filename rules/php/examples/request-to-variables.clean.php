<?php
$name = $_POST['name'];
extract($_POST, EXTR_SKIP | EXTR_PREFIX_ALL, 'form');
extract(['title' => 'Items', 'name' => $name]);
parse_str($_SERVER['QUERY_STRING'], $query);
foreach ($_POST as $key => $value) {
    $fields[$key] = trim($value);
}
