class AdminController < ApplicationController
  http_basic_authenticate_with name: "admin", password: ENV.fetch("ADMIN_PASSWORD")
end
client = Mysql2::Client.new(host: "db", username: "shop", password: settings.password)
form = Form.new(name: "password", password: "Passwort")
local = PG.connect(host: "localhost", password: "postgres")
