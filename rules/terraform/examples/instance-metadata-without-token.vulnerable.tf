resource "aws_instance" "r0" {
  metadata_options {
    http_tokens = "optional" # finding: instance-metadata-without-token
  }
}

resource "aws_launch_template" "r1" {
  metadata_options {
    http_endpoint = "enabled"
    http_tokens   = "optional" # finding: instance-metadata-without-token
  }
}

resource "aws_instance" "r2" {
  metadata_options {
    http_tokens="optional" # finding: instance-metadata-without-token
  }
}
