resource "aws_cloudfront_distribution" "r0" {
  viewer_certificate {
    minimum_protocol_version = "TLSv1" # finding: distribution-old-tls
  }
}

resource "aws_cloudfront_distribution" "r1" {
  viewer_certificate {
    ssl_support_method       = "sni-only"
    minimum_protocol_version = "TLSv1.1_2016" # finding: distribution-old-tls
  }
}

resource "aws_cloudfront_distribution" "r2" {
  viewer_certificate {
    minimum_protocol_version="SSLv3" # finding: distribution-old-tls
  }
}
