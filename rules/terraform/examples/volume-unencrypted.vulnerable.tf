resource "aws_ebs_volume" "r0" {
  encrypted = false # finding: volume-unencrypted
}

resource "aws_efs_file_system" "r1" {
  tags = {}
  encrypted = false # finding: volume-unencrypted
}

resource "aws_redshift_cluster" "r2" {
  encrypted=false # finding: volume-unencrypted
}
