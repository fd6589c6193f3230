resource "aws_db_instance" "shop" {
  password = var.db_password
}
resource "aws_db_instance" "b" {
  password = random_password.db.result
}
resource "aws_db_instance" "c" {
  password = "${var.prefix}-a"
}
resource "aws_db_instance" "d" {
  manage_master_user_password = true
}
resource "google_sql_user" "e" {
  password = "changeme"
}
resource "acme_thing" "shop" {
  password = "hunter2hunter"
}
