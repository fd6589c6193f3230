<?php
$handle = curl_init($_GET['url']); // finding: request-to-url
$address = 'http://' . $_POST['host'] . '/status';
curl_setopt($handle, CURLOPT_URL, $address); // finding: request-to-url
$page = Http::get($request->input('callback')); // finding: request-to-url
$image = $client->request('GET', $request->query->get('image')); // finding: request-to-url
