resource "google_sql_database_instance" "r0" {
  settings {
    ip_configuration {
      require_ssl = false # finding: google-sql-without-tls
    }
  }
}

resource "google_sql_database_instance" "r1" {
  settings {
    ip_configuration {
      ssl_mode = "ALLOW_UNENCRYPTED_AND_ENCRYPTED" # finding: google-sql-without-tls
    }
  }
}

resource "google_sql_database_instance" "r2" {
  settings {
    ip_configuration {
      ipv4_enabled = false
      require_ssl  = false # finding: google-sql-without-tls
    }
  }
}
