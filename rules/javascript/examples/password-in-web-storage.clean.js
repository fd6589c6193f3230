localStorage.setItem("theme", form.theme.value);
localStorage.removeItem("password");
localStorage.setItem("password", "");
sessionStorage.setItem("passwordHintShown", "1");
form.setItem("password", form.password.value);
