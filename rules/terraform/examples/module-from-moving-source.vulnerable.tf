module "a" {
  source = "git::https://git.example.org/acme/vpc.git" # finding: module-from-moving-source
}
module "b" {
  source = "github.com/acme/terraform-vpc" # finding: module-from-moving-source
  name   = "shop"
}
module "c" {
  source = "git@github.com:acme/vpc.git//modules/net" # finding: module-from-moving-source
}
