<?php
session_start();
session_regenerate_id(true);
$current = session_id();
session_id(bin2hex(random_bytes(16)));
$_SESSION['name'] = $_POST['name'];
