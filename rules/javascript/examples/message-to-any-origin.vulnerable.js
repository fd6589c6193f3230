window.parent.postMessage({ type: "login", token }, "*"); // finding: message-to-any-origin
window.opener.postMessage(JSON.stringify({ accessToken: user.accessToken }), "*"); // finding: message-to-any-origin
frame.contentWindow.postMessage({ password: form.password.value }, "*"); // finding: message-to-any-origin
const message = { kind: "auth" };
window.opener.postMessage(session.token, { targetOrigin: "*" }); // finding: message-to-any-origin
