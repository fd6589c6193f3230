resource "google_storage_bucket" "r0" {
  uniform_bucket_level_access = true
}

resource "google_storage_bucket" "r1" {
  uniform_bucket_level_access = var.setting
}

resource "google_storage_bucket" "r2" {
  name = "x"
}

resource "acme_thing" "other" {
  uniform_bucket_level_access = false
}
