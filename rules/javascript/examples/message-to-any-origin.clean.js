window.parent.postMessage({ type: "login", token }, "https://shop.example");
window.parent.postMessage({ type: "resize", height: 300 }, "*");
window.opener.postMessage(session.token, window.location.origin);
worker.postMessage({ token });
channel.port1.postMessage(token);
