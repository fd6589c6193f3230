resource "azurerm_container_registry" "r0" {
  admin_enabled = false
}

resource "azurerm_container_registry" "r1" {
  admin_enabled = var.setting
}

resource "azurerm_container_registry" "r2" {
  name = "x"
}

resource "acme_thing" "other" {
  admin_enabled = true
}
