<?php
$actions = ['list' => 'list_items'];
call_user_func($actions[$_GET['action']], $_GET['argument']);
call_user_func('list_items', $_GET['argument']);
call_user_func('action_' . $_GET['action']);
$name = $_POST['function'];
if (!in_array($name, ['list', 'count'], true)) {
    exit;
}
$name($_POST['value']);
$object = new Item($_POST['kind']);
$lines = array_map(fn ($line) => $line . $_GET['end'], $lines);
