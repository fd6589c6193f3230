resource "azurerm_kubernetes_cluster" "r0" {
  role_based_access_control_enabled = false # finding: azure-cluster-rbac-off
}

resource "azurerm_kubernetes_cluster" "r1" {
  tags = {}
  role_based_access_control_enabled = false # finding: azure-cluster-rbac-off
}

resource "azurerm_kubernetes_cluster" "r2" {
  role_based_access_control_enabled=false # finding: azure-cluster-rbac-off
}
