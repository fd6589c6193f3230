resource "aws_sqs_queue" "r0" {
  sqs_managed_sse_enabled = true
}

resource "aws_sqs_queue" "r1" {
  sqs_managed_sse_enabled = var.setting
}

resource "aws_sqs_queue" "r2" {
  name = "x"
}

resource "acme_thing" "other" {
  sqs_managed_sse_enabled = false
}
