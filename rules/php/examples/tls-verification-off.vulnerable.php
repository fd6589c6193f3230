<?php
curl_setopt($handle, CURLOPT_SSL_VERIFYPEER, false); // finding: tls-verification-off
curl_setopt($handle, CURLOPT_SSL_VERIFYHOST, 0); // finding: tls-verification-off
curl_setopt_array($handle, [CURLOPT_URL => $url, CURLOPT_SSL_VERIFYPEER => false]); // finding: tls-verification-off
$client = new Client(['base_uri' => $url, 'verify' => false]); // finding: tls-verification-off
$context = stream_context_create(['ssl' => ['verify_peer' => false]]); // finding: tls-verification-off
$page = wp_remote_get($url, ['timeout' => 5, 'sslverify' => false]); // finding: tls-verification-off
$page = Http::withoutVerifying()->get($url); // finding: tls-verification-off
