module "a" {
  source = "git::https://git.example.org/acme/vpc.git?ref=v1.2.0"
}
module "b" {
  source  = "acme/vpc/aws"
  version = "1.2.0"
}
module "c" {
  source = "./modules/net"
}
module "d" {
  source = "github.com/acme/terraform-vpc?ref=5f0c2c5"
}
