resource "aws_cloudfront_distribution" "r0" {
  viewer_certificate {
    minimum_protocol_version = "TLSv1.2_2021"
  }
}

resource "aws_cloudfront_distribution" "r1" {
  viewer_certificate {
    minimum_protocol_version = var.version
  }
}

resource "aws_cloudfront_distribution" "r2" {
  viewer_certificate {
    cloudfront_default_certificate = true
  }
}

resource "acme_thing" "other" {
  viewer_certificate {
    minimum_protocol_version = "TLSv1"
  }
}
