resource "azurerm_linux_virtual_machine" "r0" {
  disable_password_authentication = true
}

resource "azurerm_linux_virtual_machine_scale_set" "r1" {
  disable_password_authentication = var.setting
}

resource "azurerm_linux_virtual_machine" "r2" {
  name = "x"
}

resource "acme_thing" "other" {
  disable_password_authentication = false
}
