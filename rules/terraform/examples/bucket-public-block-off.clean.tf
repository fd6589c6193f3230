resource "aws_s3_bucket_public_access_block" "r0" {
  block_public_acls = true
}

resource "aws_s3_account_public_access_block" "r1" {
  block_public_policy = var.block
}

resource "aws_s3_bucket_public_access_block" "r2" {
  ignore_public_acls = true
}

resource "acme_thing" "other" {
  block_public_acls = false
}
