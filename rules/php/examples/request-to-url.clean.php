<?php
$handle = curl_init('https://api.shop.example/items');
curl_setopt($handle, CURLOPT_URL, 'https://api.shop.example/items?q=' . urlencode($_GET['q']));
curl_setopt($handle, CURLOPT_POSTFIELDS, $_POST['text']);
$page = Http::get(API_URL . '/items', ['q' => $request->input('q')]);
$page = Http::get($hosts[$_GET['host']]);
$page = Http::get('https://api.shop.example/items/' . $request->input('id'));
