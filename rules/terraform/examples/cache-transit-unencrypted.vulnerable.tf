resource "aws_elasticache_replication_group" "r0" {
  transit_encryption_enabled = false # finding: cache-transit-unencrypted
}

resource "aws_elasticache_replication_group" "r1" {
  tags = {}
  transit_encryption_enabled = false # finding: cache-transit-unencrypted
}

resource "aws_elasticache_replication_group" "r2" {
  transit_encryption_enabled=false # finding: cache-transit-unencrypted
}
