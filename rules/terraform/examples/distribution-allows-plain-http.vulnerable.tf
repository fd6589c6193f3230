resource "aws_cloudfront_distribution" "r0" {
  default_cache_behavior {
    viewer_protocol_policy = "allow-all" # finding: distribution-allows-plain-http
  }
}

resource "aws_cloudfront_distribution" "r1" {
  default_cache_behavior {
    compress = true
    viewer_protocol_policy = "allow-all" # finding: distribution-allows-plain-http
  }
}

resource "aws_cloudfront_distribution" "r2" {
  default_cache_behavior {
    viewer_protocol_policy="allow-all" # finding: distribution-allows-plain-http
  }
}
