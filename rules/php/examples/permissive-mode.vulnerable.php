<?php
chmod('uploads', 0777); // finding: permissive-mode
chmod($file, 0666); // finding: permissive-mode
$filesystem->chmod('cache', 0777, 0000, true); // finding: permissive-mode
$path = 'data.json';
chmod($path, 0757); // finding: permissive-mode
