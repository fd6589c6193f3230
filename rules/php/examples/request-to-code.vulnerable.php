<?php
eval($_POST['code']); // finding: request-to-code
$formula = $_GET['formula'];
eval("\$result = $formula;"); // finding: request-to-code
assert("is_numeric('{$_GET['number']}')"); // finding: request-to-code
$compare = create_function('$a,$b', 'return ' . $_GET['order'] . ';'); // finding: request-to-code
