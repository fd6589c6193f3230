function show(user, comment, list, count) {
  list.textContent = `<li>${user.name}</li>`;
  list.innerHTML = `<li>${escapeHtml(user.name)}</li>`;
  list.innerHTML = `<li>${count}</li>`;
  list.innerHTML = "<li>none</li>";
  list.innerHTML = DOMPurify.sanitize("<p>" + comment.text + "</p>");
  $("#message").text(comment.message);
}
