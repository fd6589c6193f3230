resource "azurerm_postgresql_server" "r0" {
  ssl_enforcement_enabled = false # finding: azure-database-tls-off
}

resource "azurerm_mysql_server" "r1" {
  tags = {}
  ssl_enforcement_enabled = false # finding: azure-database-tls-off
}

resource "azurerm_mariadb_server" "r2" {
  ssl_enforcement_enabled=false # finding: azure-database-tls-off
}
