data "aws_iam_policy_document" "a" {
  statement { # finding: iam-policy-allows-everything
    actions   = ["*"]
    resources = ["*"]
  }
  statement { # finding: iam-policy-allows-everything
    effect    = "Allow"
    resources = ["*"]
    actions   = ["s3:GetObject", "*"]
  }
}
resource "aws_iam_policy" "b" {
  policy = jsonencode({
    Statement = [
      # finding below: iam-policy-allows-everything
      {
        Effect   = "Allow"
        Action   = "*"
        Resource = "*"
      }
    ]
  })
}
