resource "azurerm_storage_container" "r0" {
  container_access_type = "blob" # finding: storage-container-public
}

resource "azurerm_storage_container" "r1" {
  name = "shop"
  container_access_type = "container" # finding: storage-container-public
}

resource "azurerm_storage_container" "r2" {
  container_access_type="blob" # finding: storage-container-public
}
