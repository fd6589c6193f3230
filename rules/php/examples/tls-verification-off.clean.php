<?php
curl_setopt($handle, CURLOPT_SSL_VERIFYPEER, true);
curl_setopt($handle, CURLOPT_SSL_VERIFYHOST, 2);
curl_setopt($handle, CURLOPT_FOLLOWLOCATION, false);
$client = new Client(['base_uri' => $url, 'verify' => '/etc/ssl/authority.pem']);
$context = stream_context_create(['ssl' => ['verify_peer' => true]]);
$form = ['verify' => false];
$page = wp_remote_get($url, ['sslverify' => true]);
