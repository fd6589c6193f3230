class ItemsController < ApplicationController
  COLUMNS = { "name" => "name", "price" => "price" }.freeze

  def index
    @items = Item.where(name: params[:name])
    @like = Item.where("name LIKE ?", "%#{params[:name]}%")
    @one = Item.where("id = #{params[:id].to_i}")
    @sorted = Item.order(COLUMNS[params[:sort]])
    direction = params[:direction]
    direction = "asc" unless %w[asc desc].include?(direction)
    @ordered = Item.order("name #{direction}")
    @shop = Shop.find(params[:shop_id])
    @stock = Item.where("region = '#{@shop.region}'")
  end
end
