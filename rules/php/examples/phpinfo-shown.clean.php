<?php
echo PHP_VERSION;
$page->phpinfo();
$text = 'phpinfo()';
echo phpversion();
if (function_exists('phpinfo')) {
    echo ini_get('memory_limit');
}
