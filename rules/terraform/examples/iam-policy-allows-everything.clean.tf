data "aws_iam_policy_document" "a" {
  statement {
    actions   = ["s3:GetObject"]
    resources = ["*"]
  }
  statement {
    effect    = "Deny"
    actions   = ["*"]
    resources = ["*"]
  }
  statement {
    actions   = ["*"]
    resources = [aws_s3_bucket.a.arn]
  }
}
resource "aws_iam_policy" "b" {
  policy = jsonencode({
    Statement = [
      {
        Effect   = "Deny"
        Action   = "*"
        Resource = "*"
      }
    ]
  })
}
