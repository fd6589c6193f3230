resource "aws_cloudtrail" "r0" {
  enable_log_file_validation = true
}

resource "aws_cloudtrail" "r1" {
  enable_log_file_validation = var.setting
}

resource "aws_cloudtrail" "r2" {
  name = "x"
}

resource "acme_thing" "other" {
  enable_log_file_validation = false
}
