resource "google_compute_firewall" "a" {
  direction = "INGRESS"
  source_ranges = ["0.0.0.0/0"]
  allow {
    protocol = "tcp"
    ports = ["443"]
  }
}
resource "google_compute_firewall" "b" {
  direction = "INGRESS"
  source_ranges = ["35.235.240.0/20"]
  allow {
    protocol = "tcp"
    ports = ["22"]
  }
}
resource "google_compute_firewall" "c" {
  direction = "EGRESS"
  source_ranges = ["0.0.0.0/0"]
  allow {
    protocol = "tcp"
    ports = ["22"]
  }
}
resource "google_compute_firewall" "d" {
  source_ranges = var.ranges
  allow {
    ports = ["22"]
  }
}
