Shop::Application.config.session_store :cookie_store, key: "shop", httponly: false # finding: cookie-flags-off

class SessionsController < ApplicationController
  def create
    cookies[:auth_token] = { value: token, httponly: false } # finding: cookie-flags-off
    cookies.signed[:session] = { value: id, secure: true, httponly: false } # finding: cookie-flags-off
    name = :remember
  end
end
