const gateway = new Gateway(process.env.PAYMENT_SECRET_KEY);
const maps = new Maps(process.env.NEXT_PUBLIC_MAPS_KEY);
const site = import.meta.env.VITE_CAPTCHA_SITE_KEY;
const help = process.env.NEXT_PUBLIC_PASSWORD_RESET_URL;
const publishable = process.env.REACT_APP_PUBLISHABLE_KEY;
