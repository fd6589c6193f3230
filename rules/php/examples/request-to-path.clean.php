<?php
readfile('reports/' . basename($_GET['file']));
readfile('reports/' . (int) $_GET['id'] . '.pdf');
readfile($reports[$_GET['report']]);
$body = file_get_contents('php://input');
file_put_contents('last.json', json_encode($_POST));
$path = realpath('reports/' . $_GET['file']);
if (strpos($path, '/srv/reports/') !== 0) {
    exit;
}
readfile($path);
