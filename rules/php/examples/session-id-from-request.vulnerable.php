<?php
session_id($_GET['sid']); // finding: session-id-from-request
session_start();
$id = $_REQUEST['session'];
session_id($id); // finding: session-id-from-request
if (isset($_POST['sid'])) {
    session_id(trim($_POST['sid'])); // finding: session-id-from-request
}
