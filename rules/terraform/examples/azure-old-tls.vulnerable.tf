resource "azurerm_storage_account" "r0" {
  min_tls_version = "TLS1_0" # finding: azure-old-tls
}

resource "azurerm_mssql_server" "r1" {
  minimum_tls_version = "1.0" # finding: azure-old-tls
}

resource "azurerm_redis_cache" "r2" {
  name = "a"
  minimum_tls_version = "1.1" # finding: azure-old-tls
}
