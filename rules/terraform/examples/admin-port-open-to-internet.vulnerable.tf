resource "aws_security_group" "a" {
  ingress {
    from_port   = 22
    to_port     = 22
    protocol    = "tcp"
    cidr_blocks = ["0.0.0.0/0"] # finding: admin-port-open-to-internet
  }
  ingress {
    cidr_blocks = ["10.0.0.0/8", "0.0.0.0/0"] # finding: admin-port-open-to-internet
    from_port   = 3389
    to_port     = 3389
    protocol    = "tcp"
  }
}
resource "aws_security_group_rule" "b" {
  type             = "ingress"
  from_port        = 0
  to_port          = 65535
  protocol         = "-1"
  ipv6_cidr_blocks = ["::/0"] # finding: admin-port-open-to-internet
}
resource "aws_vpc_security_group_ingress_rule" "c" {
  cidr_ipv4   = "0.0.0.0/0" # finding: admin-port-open-to-internet
  from_port   = 5432
  ip_protocol = "tcp"
}
