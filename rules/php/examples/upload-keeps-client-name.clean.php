<?php
$target = 'uploads/' . bin2hex(random_bytes(16)) . '.png';
move_uploaded_file($_FILES['photo']['tmp_name'], $target);
$type = $types[mime_content_type($_FILES['photo']['tmp_name'])];
move_uploaded_file($_FILES['photo']['tmp_name'], "uploads/$id.$type");
$title = $_FILES['photo']['name'];
$path = $request->file('photo')->store('photos');
