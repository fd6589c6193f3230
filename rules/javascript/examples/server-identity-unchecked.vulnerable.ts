import tls from "tls";

const socket = tls.connect({ port: 443, checkServerIdentity: () => undefined }); // finding: server-identity-unchecked
const options = { host: "shop.example", checkServerIdentity: (host, certificate) => null }; // finding: server-identity-unchecked
options.checkServerIdentity = () => {}; // finding: server-identity-unchecked
ssh.connect({ host: "files.shop.example", hostVerifier: () => true }); // finding: server-identity-unchecked
