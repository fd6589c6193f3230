resource "aws_iam_role_policy_attachment" "r0" {
  policy_arn = "arn:aws:iam::aws:policy/ReadOnlyAccess"
}

resource "aws_iam_user_policy_attachment" "r1" {
  policy_arn = aws_iam_policy.a.arn
}

resource "aws_iam_group_policy_attachment" "r2" {
  policy_arn = var.arn
}

resource "acme_thing" "other" {
  policy_arn = "arn:aws:iam::aws:policy/AdministratorAccess"
}
