resource "aws_ebs_volume" "r0" {
  encrypted = true
}

resource "aws_efs_file_system" "r1" {
  encrypted = var.setting
}

resource "aws_redshift_cluster" "r2" {
  name = "x"
}

resource "acme_thing" "other" {
  encrypted = false
}
