resource "aws_cloudtrail" "r0" {
  enable_logging = true
}

resource "aws_cloudtrail" "r1" {
  enable_logging = var.setting
}

resource "aws_cloudtrail" "r2" {
  name = "x"
}

resource "acme_thing" "other" {
  enable_logging = false
}
