<?php
$host = $_GET['host'];
system("ping -c 1 $host"); // finding: request-to-command
exec('convert ' . $_POST['file'] . ' out.png', $lines); // finding: request-to-command
$command = sprintf('whois %s', $request->get('domain'));
echo shell_exec($command); // finding: request-to-command
$process = Process::fromShellCommandline('tar xf ' . $request->input('archive')); // finding: request-to-command
