<?php
function archive($folder, $name)
{
    exec('tar czf ' . escapeshellarg($name) . ' ' . escapeshellarg($folder));
    system('uptime');
    $command = 'convert ' . escapeshellarg($name) . ' out.png';
    shell_exec($command);
    return exec(TOOL . ' --version');
}
