require "open-uri"

class ImportsController < ApplicationController
  def create
    @text = open(params[:source]).read # finding: request-to-open
    address = params[:url]
    @page = URI.open(address) # finding: request-to-open
    @image = URI.parse(params[:image]).open # finding: request-to-open
  end
end
