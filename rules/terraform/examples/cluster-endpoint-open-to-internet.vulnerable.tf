resource "aws_eks_cluster" "r0" {
  vpc_config {
    public_access_cidrs = ["0.0.0.0/0"] # finding: cluster-endpoint-open-to-internet
  }
}

resource "aws_eks_cluster" "r1" {
  vpc_config {
    endpoint_public_access = true
    public_access_cidrs    = ["10.0.0.0/8", "0.0.0.0/0"] # finding: cluster-endpoint-open-to-internet
  }
}

resource "aws_eks_cluster" "r2" {
  vpc_config {
    public_access_cidrs=["0.0.0.0/0"] # finding: cluster-endpoint-open-to-internet
  }
}
