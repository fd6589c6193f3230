window.addEventListener("message", (event) => {
  if (event.origin !== "https://shop.example") return;
  document.getElementById("note").innerHTML = event.data;
});

window.addEventListener("message", function (message) {
  document.getElementById("note").textContent = message.data;
  document.getElementById("note").innerHTML = DOMPurify.sanitize(message.data);
});

worker.onmessage = (event) => {
  document.getElementById("result").innerHTML = event.data;
};
