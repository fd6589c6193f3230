resource "google_storage_bucket_iam_binding" "r0" {
  members = ["user:ana@example.org"]
}

resource "google_project_iam_binding" "r1" {
  members = var.members
}

resource "google_bigquery_dataset_iam_binding" "r2" {
  role = "roles/viewer"
}

resource "acme_thing" "other" {
  members = ["allUsers"]
}
