resource "google_project_iam_member" "r0" {
  role = "roles/owner" # finding: google-basic-role
}

resource "google_project_iam_binding" "r1" {
  member = "user:ana@example.org"
  role   = "roles/editor" # finding: google-basic-role
}

resource "google_organization_iam_member" "r2" {
  role="roles/owner" # finding: google-basic-role
}
