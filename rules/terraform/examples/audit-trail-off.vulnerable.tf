resource "aws_cloudtrail" "r0" {
  enable_logging = false # finding: audit-trail-off
}

resource "aws_cloudtrail" "r1" {
  tags = {}
  enable_logging = false # finding: audit-trail-off
}

resource "aws_cloudtrail" "r2" {
  enable_logging=false # finding: audit-trail-off
}
