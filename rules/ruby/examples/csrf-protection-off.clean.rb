class OrdersController < ApplicationController
  protect_from_forgery with: :exception
  skip_before_action :load_theme
end

class HooksController < ApplicationController
  skip_before_action :verify_authenticity_token, only: :receive
end

class ItemsController < ActionController::API
  skip_forgery_protection
end
