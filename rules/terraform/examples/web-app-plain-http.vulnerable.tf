resource "azurerm_linux_web_app" "r0" {
  https_only = false # finding: web-app-plain-http
}

resource "azurerm_windows_web_app" "r1" {
  tags = {}
  https_only = false # finding: web-app-plain-http
}

resource "azurerm_linux_function_app" "r2" {
  https_only=false # finding: web-app-plain-http
}
