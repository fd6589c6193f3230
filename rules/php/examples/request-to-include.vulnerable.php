<?php
include $_GET['page']; // finding: request-to-include
$page = $_GET['page'];
require 'pages/' . $page . '.php'; // finding: request-to-include
include_once "languages/{$_COOKIE['language']}.php"; // finding: request-to-include
require_once($_REQUEST['module']); // finding: request-to-include
