resource "google_sql_database_instance" "r0" {
  settings {
    ip_configuration {
      require_ssl = true
    }
  }
}

resource "google_sql_database_instance" "r1" {
  settings {
    ip_configuration {
      ssl_mode = "ENCRYPTED_ONLY"
    }
  }
}

resource "google_sql_database_instance" "r2" {
  settings {
    ip_configuration {
      ipv4_enabled = false
    }
  }
}

resource "acme_thing" "other" {
  settings {
    ip_configuration {
      require_ssl = false
    }
  }
}
