variable "db_password" {
  type      = string
  sensitive = true
}
variable "db_password2" {
  default = "shop"
}
variable "api_key" {
  default = ""
}
variable "auth_token" {
  default = null
}
variable "private_key" {
  default = "~/.ssh/id_rsa"
}
variable "password" {
  default = "changeme"
}
