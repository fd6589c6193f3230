resource "google_service_account_key" "r0" { # finding: google-account-key-created
  service_account_id = google_service_account.a.name
}

resource "google_service_account_key" "r1" { # finding: google-account-key-created
  service_account_id = "shop"
  keepers = {}
}

resource "google_service_account_key" "r2" { # finding: google-account-key-created
  service_account_id = var.id
}
