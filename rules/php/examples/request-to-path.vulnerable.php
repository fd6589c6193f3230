<?php
readfile('reports/' . $_GET['file']); // finding: request-to-path
$name = $_POST['name'];
unlink("uploads/$name"); // finding: request-to-path
$page = file_get_contents($_GET['page']); // finding: request-to-path
return response()->download(storage_path('app/' . $request->input('file'))); // finding: request-to-path
$handle = fopen('logs/' . $_REQUEST['day'] . '.log', 'r'); // finding: request-to-path
