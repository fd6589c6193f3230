resource "google_storage_bucket" "r0" {
  uniform_bucket_level_access = false # finding: google-bucket-without-uniform-access
}

resource "google_storage_bucket" "r1" {
  tags = {}
  uniform_bucket_level_access = false # finding: google-bucket-without-uniform-access
}

resource "google_storage_bucket" "r2" {
  uniform_bucket_level_access=false # finding: google-bucket-without-uniform-access
}
