import crypto from "crypto";

const pair = crypto.generateKeyPairSync("rsa", { modulusLength: 3072 });
crypto.generateKeyPair("ed25519", {}, done);
const key = new NodeRSA({ b: 2048 });
const made = forge.pki.rsa.generateKeyPair({ bits: 4096 });
const other = crypto.generateKeyPairSync("rsa", { modulusLength: config.bits });
