<?php
echo 'Hello ' . $_GET['name']; // finding: request-to-response
$term = trim($_REQUEST['term']);
echo "<p>Nothing found for $term.</p>"; // finding: request-to-response
print('<form action="' . $_SERVER['PHP_SELF'] . '">'); // finding: request-to-response
printf('<b>%s</b>', $_COOKIE['name']); // finding: request-to-response
return new Response('<h1>' . $_GET['title'] . '</h1>'); // finding: request-to-response
