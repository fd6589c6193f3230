import crypto from "crypto";

const pair = crypto.generateKeyPairSync("rsa", { modulusLength: 1024 }); // finding: short-asymmetric-key
crypto.generateKeyPair("rsa", { modulusLength: 512, publicExponent: 3 }, done); // finding: short-asymmetric-key
const key = new NodeRSA({ b: 1024 }); // finding: short-asymmetric-key
const BITS = 1024;
const made = forge.pki.rsa.generateKeyPair(BITS); // finding: short-asymmetric-key
