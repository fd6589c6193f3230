resource "aws_eks_cluster" "r0" {
  vpc_config {
    public_access_cidrs = ["203.0.113.0/24"]
  }
}

resource "aws_eks_cluster" "r1" {
  vpc_config {
    public_access_cidrs = var.cidrs
  }
}

resource "aws_eks_cluster" "r2" {
  vpc_config {
    endpoint_public_access = false
  }
}

resource "acme_thing" "other" {
  vpc_config {
    public_access_cidrs = ["0.0.0.0/0"]
  }
}
