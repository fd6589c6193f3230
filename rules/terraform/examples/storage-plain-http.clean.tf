resource "azurerm_storage_account" "r0" {
  https_traffic_only_enabled = true
}

resource "azurerm_storage_account" "r1" {
  https_traffic_only_enabled = var.setting
}

resource "azurerm_storage_account" "r2" {
  name = "x"
}

resource "acme_thing" "other" {
  https_traffic_only_enabled = false
}
