resource "aws_lambda_function" "a" {
  environment {
    variables = {
      DB_PASSWORD = "hunter2hunter" # finding: literal-secret-in-function-environment
      API_KEY     = "k3j9x0q2m7v5" # finding: literal-secret-in-function-environment
      TABLE       = "shop"
    }
  }
}
resource "aws_lambda_function" "b" {
  environment {
    variables = { CLIENT_SECRET = "q9w8e7r6t5" } # finding: literal-secret-in-function-environment
  }
}
