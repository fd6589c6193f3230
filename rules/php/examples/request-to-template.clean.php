<?php
echo $twig->render('page.html.twig', ['name' => $_POST['name']]);
echo $twig->createTemplate('Hello {{ name }}')->render(['name' => $_GET['name']]);
echo Blade::render('Hello {{ $name }}', ['name' => $request->input('name')]);
echo view('page', ['name' => $request->input('name')]);
$loader = new ArrayLoader(['page' => file_get_contents('page.twig')]);
