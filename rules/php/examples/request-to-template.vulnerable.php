<?php
echo $twig->createTemplate($_POST['template'])->render(); // finding: request-to-template
$source = 'Hello ' . $request->input('name');
echo Blade::render($source); // finding: request-to-template
$smarty->display('string:' . $_GET['text']); // finding: request-to-template
$loader = new ArrayLoader(['page' => $request->query->get('page')]); // finding: request-to-template
