resource "aws_lb_listener" "r0" {
  ssl_policy = "ELBSecurityPolicy-TLS13-1-2-2021-06"
}

resource "aws_alb_listener" "r1" {
  ssl_policy = "ELBSecurityPolicy-TLS-1-2-2017-01"
}

resource "aws_lb_listener" "r2" {
  ssl_policy = var.policy
}

resource "acme_thing" "other" {
  ssl_policy = "ELBSecurityPolicy-2016-08"
}
