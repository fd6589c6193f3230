resource "google_container_cluster" "r0" {
  enable_legacy_abac = false
}

resource "google_container_cluster" "r1" {
  enable_legacy_abac = var.setting
}

resource "google_container_cluster" "r2" {
  name = "x"
}

resource "acme_thing" "other" {
  enable_legacy_abac = true
}
