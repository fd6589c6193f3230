resource "azurerm_storage_account" "r0" {
  https_traffic_only_enabled = false # finding: storage-plain-http
}

resource "azurerm_storage_account" "r1" {
  tags = {}
  https_traffic_only_enabled = false # finding: storage-plain-http
}

resource "azurerm_storage_account" "r2" {
  https_traffic_only_enabled=false # finding: storage-plain-http
}
