class SessionsController < ApplicationController
  TARGETS = { "home" => "/", "account" => "/account" }.freeze

  def create
    redirect_to root_path
    redirect_to item_path(params[:id])
    redirect_to url_from(params[:return_to]) || root_path
    redirect_to TARGETS[params[:to]]
    redirect_to action: :show, id: params[:id]
    @item = Item.find(params[:id])
    redirect_to @item
    redirect_to "/items/#{params[:id]}"
  end
end
