resource "aws_db_instance" "r0" {
  publicly_accessible = true # finding: database-public
}

resource "aws_rds_cluster_instance" "r1" {
  tags = {}
  publicly_accessible = true # finding: database-public
}

resource "aws_redshift_cluster" "r2" {
  publicly_accessible=true # finding: database-public
}
