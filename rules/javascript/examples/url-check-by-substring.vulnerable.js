function allowed(url, origin, request) {
  if (url.includes("shop.example")) return true; // finding: url-check-by-substring
  if (origin.endsWith("shop.example")) return true; // finding: url-check-by-substring
  if (request.redirectUrl.startsWith("https://shop.example")) return true; // finding: url-check-by-substring
  const referer = request.headers.referer;
  return referer.indexOf("https://shop.example") !== -1; // finding: url-check-by-substring
}
