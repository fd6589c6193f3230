resource "google_storage_bucket_iam_member" "r0" {
  member = "user:ana@example.org"
}

resource "google_project_iam_member" "r1" {
  member = var.member
}

resource "google_bigquery_dataset_iam_member" "r2" {
  role = "roles/viewer"
}

resource "acme_thing" "other" {
  member = "allUsers"
}
