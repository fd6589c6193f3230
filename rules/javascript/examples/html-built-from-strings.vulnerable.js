function show(user, comment, list) {
  list.innerHTML += `<li>${user.name}</li>`; // finding: html-built-from-strings
  list.insertAdjacentHTML("beforeend", "<p>" + comment.text + "</p>"); // finding: html-built-from-strings
  const title = user.title;
  document.getElementById("head").innerHTML = "<h1>" + title + "</h1>"; // finding: html-built-from-strings
  $("#message").html(`<b class="note">${comment.message}</b>`); // finding: html-built-from-strings
}
