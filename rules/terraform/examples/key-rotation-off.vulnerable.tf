resource "aws_kms_key" "r0" {
  enable_key_rotation = false # finding: key-rotation-off
}

resource "aws_kms_key" "r1" {
  tags = {}
  enable_key_rotation = false # finding: key-rotation-off
}

resource "aws_kms_key" "r2" {
  enable_key_rotation=false # finding: key-rotation-off
}
