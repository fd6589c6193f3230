resource "azurerm_storage_account" "r0" {
  allow_nested_items_to_be_public = false
}

resource "azurerm_storage_account" "r1" {
  allow_nested_items_to_be_public = var.setting
}

resource "azurerm_storage_account" "r2" {
  name = "x"
}

resource "acme_thing" "other" {
  allow_nested_items_to_be_public = true
}
