function allowed(url, origin, text, path) {
  const { hostname } = new URL(url);
  if (hostname === "shop.example" || hostname.endsWith(".shop.example")) return true;
  if (url.startsWith("https://shop.example/")) return true;
  if (HOSTS.includes(origin)) return true;
  if (text.includes("shop.example")) return false;
  return url.includes("/items/") || path.startsWith("/shop");
}
