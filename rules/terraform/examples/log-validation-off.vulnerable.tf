resource "aws_cloudtrail" "r0" {
  enable_log_file_validation = false # finding: log-validation-off
}

resource "aws_cloudtrail" "r1" {
  tags = {}
  enable_log_file_validation = false # finding: log-validation-off
}

resource "aws_cloudtrail" "r2" {
  enable_log_file_validation=false # finding: log-validation-off
}
