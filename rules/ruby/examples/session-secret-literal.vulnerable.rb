Shop::Application.config.secret_key_base = "not-a-real-secret" # finding: session-secret-literal
set :session_secret, "not-a-real-secret" # finding: session-secret-literal
use Rack::Session::Cookie, key: "shop", secret: "not-a-real-secret" # finding: session-secret-literal
token = JWT.encode({ sub: 1 }, "not-a-real-secret", "HS256") # finding: session-secret-literal
