resource "aws_s3_bucket_acl" "r0" {
  acl = "private"
}

resource "aws_s3_bucket" "r1" {
  acl = var.acl
}

resource "aws_s3_bucket_acl" "r2" {
  acl = "log-delivery-write"
}

resource "acme_thing" "other" {
  acl = "public-read"
}
