window.addEventListener("message", (event) => {
  document.getElementById("note").innerHTML = event.data; // finding: message-data-to-page
});

window.addEventListener("message", function (message) {
  const { text, target } = message.data;
  $("#log").append("<li>" + text + "</li>"); // finding: message-data-to-page
  window.location.href = target; // finding: message-data-to-page
}, false);

window.onmessage = (event) => {
  eval(event.data.code); // finding: message-data-to-page
};
