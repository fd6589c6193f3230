resource "google_sql_database_instance" "a" {
  settings {
    ip_configuration {
      authorized_networks {
        value = "0.0.0.0/0" # finding: google-sql-open-to-internet
      }
    }
  }
}

resource "google_sql_database_instance" "a" {
  settings {
    ip_configuration {
      authorized_networks {
        name  = "all"
        value = "0.0.0.0/0" # finding: google-sql-open-to-internet
      }
    }
  }
}

resource "google_sql_database_instance" "a" {
  settings {
    ip_configuration {
      authorized_networks {
        value="0.0.0.0/0" # finding: google-sql-open-to-internet
      }
    }
  }
}
