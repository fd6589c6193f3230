resource "azurerm_network_security_rule" "a" {
  direction = "Inbound"
  access = "Allow"
  destination_port_range = "443"
  source_address_prefix = "*"
}
resource "azurerm_network_security_rule" "b" {
  direction = "Inbound"
  access = "Allow"
  destination_port_range = "22"
  source_address_prefix = "10.0.0.0/8"
}
resource "azurerm_network_security_rule" "c" {
  direction = "Inbound"
  access = "Deny"
  destination_port_range = "22"
  source_address_prefix = "*"
}
resource "azurerm_network_security_rule" "d" {
  direction = "Outbound"
  access = "Allow"
  destination_port_range = "22"
  source_address_prefix = "*"
}
