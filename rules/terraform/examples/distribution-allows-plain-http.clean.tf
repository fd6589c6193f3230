resource "aws_cloudfront_distribution" "r0" {
  default_cache_behavior {
    viewer_protocol_policy = "redirect-to-https"
  }
}

resource "aws_cloudfront_distribution" "r1" {
  default_cache_behavior {
    viewer_protocol_policy = "https-only"
  }
}

resource "aws_cloudfront_distribution" "r2" {
  default_cache_behavior {
    viewer_protocol_policy = var.policy
  }
}

resource "acme_thing" "other" {
  default_cache_behavior {
    viewer_protocol_policy = "allow-all"
  }
}
