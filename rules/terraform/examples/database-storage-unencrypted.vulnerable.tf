resource "aws_db_instance" "r0" {
  storage_encrypted = false # finding: database-storage-unencrypted
}

resource "aws_rds_cluster" "r1" {
  tags = {}
  storage_encrypted = false # finding: database-storage-unencrypted
}

resource "aws_docdb_cluster" "r2" {
  storage_encrypted=false # finding: database-storage-unencrypted
}
