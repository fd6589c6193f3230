<?php
function archive($folder, $name)
{
    exec("tar czf $name.tgz $folder"); // finding: shell-command-built-from-strings
    system('rm -r ' . $folder); // finding: shell-command-built-from-strings
    $command = "convert {$name} out.png";
    return shell_exec($command); // finding: shell-command-built-from-strings
}
