resource "google_storage_bucket_iam_member" "r0" {
  member = "allUsers" # finding: google-resource-public
}

resource "google_project_iam_member" "r1" {
  role   = "roles/viewer"
  member = "allAuthenticatedUsers" # finding: google-resource-public
}

resource "google_bigquery_dataset_iam_member" "r2" {
  member="allUsers" # finding: google-resource-public
}
