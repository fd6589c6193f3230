resource "aws_elasticache_replication_group" "r0" {
  transit_encryption_enabled = true
}

resource "aws_elasticache_replication_group" "r1" {
  transit_encryption_enabled = var.setting
}

resource "aws_elasticache_replication_group" "r2" {
  name = "x"
}

resource "acme_thing" "other" {
  transit_encryption_enabled = false
}
