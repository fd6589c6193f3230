resource "google_sql_database_instance" "a" {
  settings {
    ip_configuration {
      authorized_networks {
        value = "203.0.113.0/24"
      }
    }
  }
}

resource "google_sql_database_instance" "a" {
  settings {
    ip_configuration {
      authorized_networks {
        value = var.network
      }
    }
  }
}

resource "google_sql_database_instance" "a" {
  settings {
    ip_configuration {
      authorized_networks {
        name = "0.0.0.0/0"
      }
    }
  }
}

resource "acme_x" "b" {
  authorized_networks {
    value = "0.0.0.0/0"
  }
}
