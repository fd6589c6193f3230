resource "azurerm_storage_account" "r0" {
  min_tls_version = "TLS1_2"
}

resource "azurerm_mssql_server" "r1" {
  minimum_tls_version = "1.2"
}

resource "azurerm_redis_cache" "r2" {
  min_tls_version = var.tls
}

resource "acme_thing" "other" {
  min_tls_version = "TLS1_0"
}
