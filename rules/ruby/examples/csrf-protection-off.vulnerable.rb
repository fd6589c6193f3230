class OrdersController < ApplicationController
  skip_before_action :verify_authenticity_token # finding: csrf-protection-off
end

class CartsController < ApplicationController
  skip_forgery_protection # finding: csrf-protection-off
end

Shop::Application.configure do
  config.action_controller.default_protect_from_forgery = false # finding: csrf-protection-off
end
