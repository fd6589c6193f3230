const parameters = new URLSearchParams(window.location.search);
window.location.href = parameters.get("next"); // finding: location-to-navigation

function leave() {
  const target = decodeURIComponent(location.hash.slice(1));
  location.assign(target); // finding: location-to-navigation
  window.open(new URL(window.location.href).searchParams.get("to"), "_blank"); // finding: location-to-navigation
}

const next = new URLSearchParams(location.search).get("return") || "/";
document.location = next; // finding: location-to-navigation
