import boto3


def publish(name, body):
    store = boto3.client("s3")
    store.put_object(Bucket="shop", Key=name, Body=body, ACL="public-read")  # finding: public-bucket
    store.upload_file(name, "shop", name, ExtraArgs={"ACL": "public-read-write"})  # finding: public-bucket
