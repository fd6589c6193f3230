const gateway = new Gateway(process.env.NEXT_PUBLIC_PAYMENT_SECRET_KEY); // finding: secret-in-public-variable
const { VITE_NAME } = import.meta.env;
const database = connect({ password: import.meta.env.VITE_DB_PASSWORD }); // finding: secret-in-public-variable
export const signer = new Signer(process.env.REACT_APP_CLIENT_SECRET!); // finding: secret-in-public-variable
