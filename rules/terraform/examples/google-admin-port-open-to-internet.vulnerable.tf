resource "google_compute_firewall" "a" {
  direction = "INGRESS"
  source_ranges = ["0.0.0.0/0"] # finding: google-admin-port-open-to-internet
  allow {
    protocol = "tcp"
    ports = ["22"]
  }
}
resource "google_compute_firewall" "b" {
  direction = "INGRESS"
  source_ranges = ["10.0.0.0/8", "0.0.0.0/0"] # finding: google-admin-port-open-to-internet
  allow {
    protocol = "tcp"
    ports = ["80", "3389"]
  }
}
resource "google_compute_firewall" "c" {
  source_ranges = ["0.0.0.0/0"] # finding: google-admin-port-open-to-internet
  allow {
    protocol = "tcp"
    ports    = ["0-65535"]
  }
}
