resource "aws_sqs_queue" "r0" {
  sqs_managed_sse_enabled = false # finding: queue-encryption-off
}

resource "aws_sqs_queue" "r1" {
  tags = {}
  sqs_managed_sse_enabled = false # finding: queue-encryption-off
}

resource "aws_sqs_queue" "r2" {
  sqs_managed_sse_enabled=false # finding: queue-encryption-off
}
