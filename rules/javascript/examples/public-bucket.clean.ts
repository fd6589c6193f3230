await client.createBucket({ Bucket: "invoices", ACL: "private" });
await client.send(new PutBucketAclCommand({ Bucket: "invoices", ACL: "private" }));
const store = new s3.Bucket(this, "Invoices", { publicReadAccess: false });
store.grantRead(role);
const settings = { ACL: "public-read" };
