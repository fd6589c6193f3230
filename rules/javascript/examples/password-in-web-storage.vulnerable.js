localStorage.setItem("password", form.password.value); // finding: password-in-web-storage
sessionStorage.setItem("userPassword", password); // finding: password-in-web-storage
localStorage.password = password; // finding: password-in-web-storage
const key = "pwd";
window.localStorage.setItem("private_key", exported); // finding: password-in-web-storage
