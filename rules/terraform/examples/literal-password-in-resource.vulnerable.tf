resource "aws_db_instance" "shop" {
  password = "hunter2hunter" # finding: literal-password-in-resource
}
resource "azurerm_mssql_server" "shop" {
  administrator_login_password = "Hunter2hunter" # finding: literal-password-in-resource
}
resource "google_sql_user" "shop" {
  name     = "shop"
  password = "k3j9x0q2m7v5" # finding: literal-password-in-resource
}
