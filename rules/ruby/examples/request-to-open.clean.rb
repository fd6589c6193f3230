class ImportsController < ApplicationController
  SOURCES = { "prices" => "https://api.shop.example/prices" }.freeze

  def create
    @text = File.open("prices.csv").read
    @page = URI.open("https://api.shop.example/prices")
    @list = URI.open("https://api.shop.example/items/#{params[:id]}")
    @known = URI.open(SOURCES[params[:source]])
    @door = Door.open(params[:key])
  end
end
