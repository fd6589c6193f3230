resource "azurerm_container_registry" "r0" {
  admin_enabled = true # finding: registry-admin-account
}

resource "azurerm_container_registry" "r1" {
  tags = {}
  admin_enabled = true # finding: registry-admin-account
}

resource "azurerm_container_registry" "r2" {
  admin_enabled=true # finding: registry-admin-account
}
