resource "aws_instance" "r0" {
  root_block_device {
    encrypted = false # finding: instance-disk-unencrypted
  }
}

resource "aws_launch_configuration" "r1" {
  root_block_device {
    encrypted   = false # finding: instance-disk-unencrypted
  }
}

resource "aws_instance" "r2" {
  root_block_device {
    encrypted=false # finding: instance-disk-unencrypted
  }
}
