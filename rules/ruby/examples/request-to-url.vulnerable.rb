class PreviewsController < ApplicationController
  def show
    @page = Net::HTTP.get(URI(params[:url])) # finding: request-to-url
    address = "http://#{params[:host]}/status"
    @status = HTTParty.get(address) # finding: request-to-url
    @image = Faraday.get(params[:image]) # finding: request-to-url
    RestClient.post(params[:callback], done: true) # finding: request-to-url
  end
end
