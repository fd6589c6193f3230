const name = new URLSearchParams(location.search).get("name");
document.getElementById("greeting").textContent = "Hello " + name;
document.getElementById("page").innerHTML = DOMPurify.sanitize(name);
document.getElementById("page").innerHTML = `<b>${Number(location.hash.slice(1))}</b>`;
document.getElementById("link").innerHTML = `<a href="/?n=${encodeURIComponent(name)}">n</a>`;
$("#title").text(document.URL);
$("#list").append(renderItem(name));
document.write(`<i>${escapeHtml(location.hash)}</i>`);
