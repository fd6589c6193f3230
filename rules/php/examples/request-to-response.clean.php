<?php
echo 'Hello ' . htmlspecialchars($_GET['name']);
echo '<a href="/search?q=' . urlencode($_GET['q']) . '">more</a>';
echo (int) $_GET['page'];
echo $titles[$_GET['page']];
echo json_encode(['name' => $_GET['name']]);
echo isset($_GET['name']) ? 'known' : 'unknown';
echo esc_html($_POST['title']);
echo render($_GET['page']);
