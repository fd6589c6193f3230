<?php
$id = (int) $_GET['id'];
mysqli_query($link, "SELECT * FROM item WHERE id = $id");
$statement = $pdo->prepare('SELECT * FROM item WHERE name = ?');
$statement->execute([$_GET['name']]);
$wpdb->get_results($wpdb->prepare('SELECT * FROM item WHERE name = %s', $_GET['name']));
$name = mysqli_real_escape_string($link, $_POST['name']);
mysqli_query($link, "SELECT * FROM item WHERE name = '$name'");
$column = $columns[$_GET['order']];
$pdo->query("SELECT * FROM item ORDER BY $column");
DB::select('SELECT * FROM item WHERE name = ?', [$request->input('name')]);
$sort = $_GET['sort'];
if (!in_array($sort, ['name', 'price'], true)) {
    exit;
}
$pdo->query("SELECT * FROM item ORDER BY $sort");
