resource "google_service_account" "shop" {
  account_id = "shop"
}
resource "google_service_account_iam_member" "shop" {
  role = "roles/iam.workloadIdentityUser"
}
data "google_service_account_key" "a" {
  name = "a"
}
resource "google_kms_crypto_key" "shop" {
  name = "a"
}
