resource "azurerm_postgresql_server" "r0" {
  ssl_enforcement_enabled = true
}

resource "azurerm_mysql_server" "r1" {
  ssl_enforcement_enabled = var.setting
}

resource "azurerm_mariadb_server" "r2" {
  name = "x"
}

resource "acme_thing" "other" {
  ssl_enforcement_enabled = false
}
