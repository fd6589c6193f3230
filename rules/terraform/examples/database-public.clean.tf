resource "aws_db_instance" "r0" {
  publicly_accessible = false
}

resource "aws_rds_cluster_instance" "r1" {
  publicly_accessible = var.setting
}

resource "aws_redshift_cluster" "r2" {
  name = "x"
}

resource "acme_thing" "other" {
  publicly_accessible = true
}
