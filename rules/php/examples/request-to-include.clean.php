<?php
include 'pages/home.php';
require $pages[$_GET['page']];
include 'pages/' . basename($_GET['page']) . '.php';
$language = $_COOKIE['language'];
if (!in_array($language, ['en', 'de'], true)) {
    $language = 'en';
}
include "languages/$language.php";
require_once __DIR__ . '/vendor/autoload.php';
