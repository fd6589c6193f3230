eval(location.hash.slice(1)); // finding: location-to-code

const action = new URLSearchParams(window.location.search).get("then");
setTimeout("run('" + action + "')", 10); // finding: location-to-code

function load() {
  const script = document.createElement("script");
  script.src = new URL(window.location.href).searchParams.get("plugin"); // finding: location-to-code
  document.head.append(script);
  return new Function(document.URL.split("#")[1]); // finding: location-to-code
}
