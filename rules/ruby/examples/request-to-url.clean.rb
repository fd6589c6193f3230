class PreviewsController < ApplicationController
  HOSTS = { "main" => "https://api.shop.example" }.freeze

  def show
    @page = Net::HTTP.get(URI("https://api.shop.example/items"))
    @item = HTTParty.get("https://api.shop.example/items/#{params[:id]}")
    @list = HTTParty.get("https://api.shop.example/items", query: { q: params[:q] })
    @known = Faraday.get(HOSTS[params[:host]])
    @hook = Hook.find(params[:id])
    RestClient.post(@hook.address, text: params[:text])
  end
end
