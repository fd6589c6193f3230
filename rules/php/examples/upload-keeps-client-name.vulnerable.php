<?php
move_uploaded_file($_FILES['photo']['tmp_name'], 'uploads/' . $_FILES['photo']['name']); // finding: upload-keeps-client-name
$target = 'uploads/' . basename($_FILES['file']['name']);
move_uploaded_file($_FILES['file']['tmp_name'], $target); // finding: upload-keeps-client-name
$name = $_FILES['text']['name'];
move_uploaded_file($_FILES['text']['tmp_name'], UPLOADS . $name); // finding: upload-keeps-client-name
