resource "aws_security_group" "a" {
  ingress {
    from_port   = 443
    to_port     = 443
    cidr_blocks = ["0.0.0.0/0"]
  }
  ingress {
    from_port   = 22
    to_port     = 22
    cidr_blocks = ["10.0.0.0/8"]
  }
  egress {
    from_port   = 0
    to_port     = 0
    cidr_blocks = ["0.0.0.0/0"]
  }
}
resource "aws_security_group_rule" "b" {
  type        = "egress"
  from_port   = 0
  cidr_blocks = ["0.0.0.0/0"]
}
resource "aws_security_group_rule" "c" {
  type        = "ingress"
  from_port   = 22
  cidr_blocks = var.office
}
