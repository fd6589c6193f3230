await client.createBucket({ Bucket: "invoices", ACL: "public-read" }); // finding: public-bucket
await client.send(new PutBucketAclCommand({ Bucket: "invoices", ACL: "public-read-write" })); // finding: public-bucket
const store = new s3.Bucket(this, "Invoices", { publicReadAccess: true, versioned: true }); // finding: public-bucket
store.grantPublicAccess(); // finding: public-bucket
