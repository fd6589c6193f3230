provider "aws" {
  region     = "eu-west-1"
  secret_key = "k3j9x0q2m7v5k3j9x0q2m7v5" # finding: literal-key-in-provider
}
provider "azurerm" {
  features {}
  client_secret = "q9w8e7r6t5y4" # finding: literal-key-in-provider
}
provider "cloudflare" {
  api_token = "p0o9i8u7y6t5" # finding: literal-key-in-provider
}
