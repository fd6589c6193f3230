resource "google_container_cluster" "r0" {
  enable_legacy_abac = true # finding: google-cluster-legacy-rights
}

resource "google_container_cluster" "r1" {
  tags = {}
  enable_legacy_abac = true # finding: google-cluster-legacy-rights
}

resource "google_container_cluster" "r2" {
  enable_legacy_abac=true # finding: google-cluster-legacy-rights
}
