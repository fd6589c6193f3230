resource "azurerm_key_vault" "r0" {
  purge_protection_enabled = false # finding: vault-purge-protection-off
}

resource "azurerm_key_vault" "r1" {
  name = "a"
  purge_protection_enabled = false # finding: vault-purge-protection-off
}

resource "azurerm_key_vault" "r2" {
  purge_protection_enabled=false # finding: vault-purge-protection-off
}
