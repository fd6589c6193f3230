resource "aws_instance" "r0" {
  root_block_device {
    encrypted = true
  }
}

resource "aws_launch_configuration" "r1" {
  root_block_device {
    encrypted = var.setting
  }
}

resource "aws_instance" "r2" {
  root_block_device {
    name = "x"
  }
}

resource "acme_thing" "other" {
  root_block_device {
    encrypted = false
  }
}
