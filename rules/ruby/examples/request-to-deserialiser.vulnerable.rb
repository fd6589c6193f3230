class CartsController < ApplicationController
  def show
    @cart = Marshal.load(Base64.decode64(cookies[:cart])) # finding: request-to-deserialiser
    text = params[:rules]
    @rules = YAML.load(text) # finding: request-to-deserialiser
    @other = YAML.unsafe_load(request.raw_post) # finding: request-to-deserialiser
    @third = Oj.object_load(params[:data]) # finding: request-to-deserialiser
  end
end
