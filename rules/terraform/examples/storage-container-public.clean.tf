resource "azurerm_storage_container" "r0" {
  container_access_type = "private"
}

resource "azurerm_storage_container" "r1" {
  container_access_type = var.access
}

resource "azurerm_storage_container" "r2" {
  name = "blob"
}

resource "acme_thing" "other" {
  container_access_type = "blob"
}
