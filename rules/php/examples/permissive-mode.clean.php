<?php
chmod('uploads', 0755);
chmod($file, 0640);
chmod($file, $mode);
mkdir('cache', 0750, true);
$modes = ['public' => 0777];
