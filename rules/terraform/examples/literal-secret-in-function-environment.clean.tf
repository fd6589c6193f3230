resource "aws_lambda_function" "a" {
  environment {
    variables = {
      DB_PASSWORD  = var.db_password
      API_KEY      = "${var.key}"
      SECRET_KEY   = "changeme"
      API_KEY_PATH = "shop-key-path"
      API_TOKEN    = "arn:aws:secretsmanager:eu-west-1:1:secret:a"
    }
  }
}
