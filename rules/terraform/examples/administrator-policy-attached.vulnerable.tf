resource "aws_iam_role_policy_attachment" "r0" {
  policy_arn = "arn:aws:iam::aws:policy/AdministratorAccess" # finding: administrator-policy-attached
}

resource "aws_iam_user_policy_attachment" "r1" {
  role       = "a"
  policy_arn = "arn:aws:iam::aws:policy/IAMFullAccess" # finding: administrator-policy-attached
}

resource "aws_iam_group_policy_attachment" "r2" {
  policy_arn = "arn:aws-cn:iam::aws:policy/AdministratorAccess" # finding: administrator-policy-attached
}
