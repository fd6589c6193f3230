<?php
$host = escapeshellarg($_GET['host']);
system("ping -c 1 $host");
exec('ping -c ' . (int) $_GET['count'] . ' localhost');
system('uptime');
$process = new Process(['whois', $request->get('domain')]);
shell_exec('convert ' . $formats[$_GET['format']]);
$kind = $_POST['kind'];
if (in_array($kind, ['mp3', 'ogg'], true)) {
    passthru("encode song.$kind");
}
