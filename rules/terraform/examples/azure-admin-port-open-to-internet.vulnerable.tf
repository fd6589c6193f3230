resource "azurerm_network_security_rule" "a" {
  direction = "Inbound"
  access = "Allow"
  destination_port_range = "22"
  source_address_prefix = "*" # finding: azure-admin-port-open-to-internet
}
resource "azurerm_network_security_rule" "b" {
  direction = "Inbound"
  access = "Allow"
  destination_port_range = "3389"
  source_address_prefix = "Internet" # finding: azure-admin-port-open-to-internet
}
resource "azurerm_network_security_group" "c" {
  security_rule {
    direction = "Inbound"
    access = "Allow"
    destination_port_range = "*"
    source_address_prefix = "0.0.0.0/0" # finding: azure-admin-port-open-to-internet
  }
}
