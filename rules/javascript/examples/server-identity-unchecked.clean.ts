import tls from "tls";

const socket = tls.connect({ port: 443, servername: "shop.example" });
const pinned = tls.connect({
  checkServerIdentity: (host, certificate) => {
    if (certificate.fingerprint256 !== PIN) return new Error("unknown certificate");
    return tls.checkServerIdentity(host, certificate);
  },
});
ssh.connect({ host: "files.shop.example", hostVerifier: (key) => key === HOST_KEY });
