<?php
phpinfo(); // finding: phpinfo-shown
if (isset($_GET['info'])) {
    phpinfo(INFO_ALL); // finding: phpinfo-shown
}
$show = true;
$show && phpinfo(); // finding: phpinfo-shown
