const action = new URLSearchParams(window.location.search).get("then");
setTimeout(() => run(action), 10);
const data = JSON.parse(decodeURIComponent(location.hash.slice(1)));
ACTIONS.get(action)?.();

function load() {
  const script = document.createElement("script");
  script.src = "/plugins/chart.js?v=" + encodeURIComponent(location.hash);
  const image = document.createElement("img");
  image.src = data.image;
  import(new URL("./worker.js", window.location.href));
  return eval("1 + 1");
}
