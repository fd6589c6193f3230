const parameters = new URLSearchParams(window.location.search);
window.location.href = "/account?from=" + encodeURIComponent(parameters.get("from"));
window.location.href = `/items/${parameters.get("item")}`;
window.location.hash = parameters.get("tab");
location.assign(PAGES[Number(parameters.get("page"))]);
window.location.href = window.location.pathname;
const next = parameters.get("next");
if (next.startsWith("/items/")) location.replace(next);
