resource "google_project_iam_member" "r0" {
  role = "roles/viewer"
}

resource "google_project_iam_binding" "r1" {
  role = var.role
}

resource "google_organization_iam_member" "r2" {
  role = "roles/storage.admin"
}

resource "acme_thing" "other" {
  role = "roles/owner"
}
