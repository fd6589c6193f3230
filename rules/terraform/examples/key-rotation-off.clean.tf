resource "aws_kms_key" "r0" {
  enable_key_rotation = true
}

resource "aws_kms_key" "r1" {
  enable_key_rotation = var.setting
}

resource "aws_kms_key" "r2" {
  name = "x"
}

resource "acme_thing" "other" {
  enable_key_rotation = false
}
