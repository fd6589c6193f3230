variable "db_password" {
  type    = string
  default = "hunter2" # finding: secret-variable-with-default
}
variable "service_api_key" {
  default   = "k3j9x0q2m7v5" # finding: secret-variable-with-default
  sensitive = true
}
variable "client_secret" {
  default = "q9w8e7r6t5" # finding: secret-variable-with-default
}
