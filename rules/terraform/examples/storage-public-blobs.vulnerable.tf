resource "azurerm_storage_account" "r0" {
  allow_nested_items_to_be_public = true # finding: storage-public-blobs
}

resource "azurerm_storage_account" "r1" {
  tags = {}
  allow_nested_items_to_be_public = true # finding: storage-public-blobs
}

resource "azurerm_storage_account" "r2" {
  allow_nested_items_to_be_public=true # finding: storage-public-blobs
}
