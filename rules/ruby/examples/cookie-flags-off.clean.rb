Shop::Application.config.session_store :cookie_store, key: "shop", secure: true

class SessionsController < ApplicationController
  def create
    cookies[:auth_token] = { value: token, httponly: true, secure: true }
    cookies[:theme] = { value: "dark", httponly: false }
    cookies.encrypted[:session] = id
  end
end
