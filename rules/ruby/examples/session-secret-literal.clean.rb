Shop::Application.config.secret_key_base = ENV.fetch("SECRET_KEY_BASE")
set :session_secret, ENV["SESSION_SECRET"]
use Rack::Session::Cookie, key: "shop", secret: settings.secret
token = JWT.encode({ sub: 1 }, Rails.application.secret_key_base, "HS256")
set :title, "not-a-real-secret"
