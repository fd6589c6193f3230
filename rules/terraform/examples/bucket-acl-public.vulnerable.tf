resource "aws_s3_bucket_acl" "r0" {
  acl = "public-read" # finding: bucket-acl-public
}

resource "aws_s3_bucket" "r1" {
  bucket = "shop"
  acl    = "public-read-write" # finding: bucket-acl-public
}

resource "aws_s3_bucket_acl" "r2" {
  acl="public-read" # finding: bucket-acl-public
}
