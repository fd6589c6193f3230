const token = Math.random().toString(36).slice(2); // finding: weak-random-for-secret
user.resetToken = `${Date.now()}${Math.random()}`; // finding: weak-random-for-secret

function generatePassword(length) {
  let text = "";
  for (let i = 0; i < length; i++) {
    text += LETTERS[Math.floor(Math.random() * LETTERS.length)]; // finding: weak-random-for-secret
  }
  return text;
}

const createOtp = () => Math.floor(100000 + Math.random() * 900000); // finding: weak-random-for-secret
let sessionId = "s" + Math.random(); // finding: weak-random-for-secret
