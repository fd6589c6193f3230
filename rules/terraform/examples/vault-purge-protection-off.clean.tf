resource "azurerm_key_vault" "r0" {
  purge_protection_enabled = true
}

resource "azurerm_key_vault" "r1" {
  purge_protection_enabled = var.purge
}

resource "azurerm_key_vault" "r2" {
  name = "a"
}

resource "acme_thing" "other" {
  purge_protection_enabled = false
}
