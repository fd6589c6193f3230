resource "azurerm_mssql_firewall_rule" "shop" {
  start_ip_address = "0.0.0.0"
  end_ip_address = "0.0.0.0"
}
resource "azurerm_mssql_firewall_rule" "b" {
  start_ip_address = "203.0.113.4"
  end_ip_address = "203.0.113.4"
}
resource "acme_firewall_rule" "c" {
  start_ip_address = "0.0.0.0"
  end_ip_address = "255.255.255.255"
}
resource "azurerm_mssql_firewall_rule" "d" {
  start_ip_address = var.a
  end_ip_address = var.b
}
