resource "azurerm_mssql_firewall_rule" "shop" {
  start_ip_address = "0.0.0.0"
  end_ip_address = "255.255.255.255" # finding: azure-sql-open-to-internet
}

resource "azurerm_postgresql_firewall_rule" "shop" {
  start_ip_address = "0.0.0.0"
  end_ip_address = "255.255.255.255" # finding: azure-sql-open-to-internet
}

resource "azurerm_mysql_flexible_server_firewall_rule" "shop" {
  start_ip_address = "0.0.0.0"
  end_ip_address = "255.255.255.255" # finding: azure-sql-open-to-internet
}
