provider "aws" {
  region  = "eu-west-1"
  profile = "shop"
}
provider "aws" {
  secret_key = var.secret_key
}
provider "aws" {
  secret_key = "test"
}
provider "cloudflare" {
  api_token = "${var.token}"
}
provider "azurerm" {
  client_secret = "mock_secret"
}
