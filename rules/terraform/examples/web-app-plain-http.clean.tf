resource "azurerm_linux_web_app" "r0" {
  https_only = true
}

resource "azurerm_windows_web_app" "r1" {
  https_only = var.setting
}

resource "azurerm_linux_function_app" "r2" {
  name = "x"
}

resource "acme_thing" "other" {
  https_only = false
}
