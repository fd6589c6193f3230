resource "aws_db_instance" "r0" {
  storage_encrypted = true
}

resource "aws_rds_cluster" "r1" {
  storage_encrypted = var.setting
}

resource "aws_docdb_cluster" "r2" {
  name = "x"
}

resource "acme_thing" "other" {
  storage_encrypted = false
}
