<?php
$data = json_decode($_POST['data'], true);
eval('$result = 1 + ' . (int) $_GET['count'] . ';');
assert(is_array($_POST));
$compare = fn ($a, $b) => $a[$_GET['order']] <=> $b[$_GET['order']];
eval('return 1;');
