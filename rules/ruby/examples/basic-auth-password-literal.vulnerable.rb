class AdminController < ApplicationController
  http_basic_authenticate_with name: "admin", password: "not-a-real-one" # finding: basic-auth-password-literal
end
client = Mysql2::Client.new(host: "db", username: "shop", password: "not-a-real-one") # finding: basic-auth-password-literal
Net::SSH.start("files.shop.example", "shop", password: "not-a-real-one") # finding: basic-auth-password-literal
