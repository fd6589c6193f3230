resource "aws_instance" "r0" {
  metadata_options {
    http_tokens = "required"
  }
}

resource "aws_launch_template" "r1" {
  metadata_options {
    http_tokens = var.tokens
  }
}

resource "aws_instance" "r2" {
  metadata_options {
    http_endpoint = "disabled"
  }
}

resource "acme_thing" "other" {
  metadata_options {
    http_tokens = "optional"
  }
}
