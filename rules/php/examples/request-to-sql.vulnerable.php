<?php
$name = $_GET['name'];
$rows = mysqli_query($link, "SELECT * FROM item WHERE name = '$name'"); // finding: request-to-sql
$pdo->query('SELECT * FROM item WHERE id = ' . $_POST['id']); // finding: request-to-sql
$wpdb->get_results("SELECT * FROM {$wpdb->posts} WHERE ID = " . $_REQUEST['post']); // finding: request-to-sql

class ItemController
{
    public function index(Request $request)
    {
        $order = $request->input('order');
        return Item::query()->orderByRaw("price $order")->get(); // finding: request-to-sql
    }

    public function show(Request $request)
    {
        $sql = sprintf("SELECT * FROM item WHERE slug = '%s'", $request->query->get('slug'));
        return $this->connection->executeQuery($sql); // finding: request-to-sql
    }
}
