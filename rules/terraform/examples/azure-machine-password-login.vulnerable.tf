resource "azurerm_linux_virtual_machine" "r0" {
  disable_password_authentication = false # finding: azure-machine-password-login
}

resource "azurerm_linux_virtual_machine_scale_set" "r1" {
  tags = {}
  disable_password_authentication = false # finding: azure-machine-password-login
}

resource "azurerm_linux_virtual_machine" "r2" {
  disable_password_authentication=false # finding: azure-machine-password-login
}
