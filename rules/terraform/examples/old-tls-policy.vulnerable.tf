resource "aws_lb_listener" "r0" {
  ssl_policy = "ELBSecurityPolicy-2016-08" # finding: old-tls-policy
}

resource "aws_alb_listener" "r1" {
  port       = 443
  ssl_policy = "ELBSecurityPolicy-TLS-1-0-2015-04" # finding: old-tls-policy
}

resource "aws_lb_listener" "r2" {
  ssl_policy="ELBSecurityPolicy-FS-2018-06" # finding: old-tls-policy
}
