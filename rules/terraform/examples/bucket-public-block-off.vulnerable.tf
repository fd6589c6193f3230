resource "aws_s3_bucket_public_access_block" "r0" {
  block_public_acls = false # finding: bucket-public-block-off
}

resource "aws_s3_account_public_access_block" "r1" {
  block_public_policy = false # finding: bucket-public-block-off
}

resource "aws_s3_bucket_public_access_block" "r2" {
  restrict_public_buckets = false # finding: bucket-public-block-off
}
