resource "google_storage_bucket_iam_binding" "r0" {
  members = ["allUsers"] # finding: google-binding-public
}

resource "google_project_iam_binding" "r1" {
  members = ["user:ana@example.org", "allAuthenticatedUsers"] # finding: google-binding-public
}

resource "google_bigquery_dataset_iam_binding" "r2" {
  members=["allUsers"] # finding: google-binding-public
}
