<?php
extract($_POST); // finding: request-to-variables
extract($_REQUEST, EXTR_OVERWRITE); // finding: request-to-variables
parse_str($_SERVER['QUERY_STRING']); // finding: request-to-variables
extract($request->all()); // finding: request-to-variables
