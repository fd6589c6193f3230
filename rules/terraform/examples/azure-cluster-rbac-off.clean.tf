resource "azurerm_kubernetes_cluster" "r0" {
  role_based_access_control_enabled = true
}

resource "azurerm_kubernetes_cluster" "r1" {
  role_based_access_control_enabled = var.setting
}

resource "azurerm_kubernetes_cluster" "r2" {
  name = "x"
}

resource "acme_thing" "other" {
  role_based_access_control_enabled = false
}
