class PagesController < ApplicationController
  def show
    render inline: params[:template] # finding: request-to-template
    text = "Hello #{params[:name]}"
    render inline: text, layout: false # finding: request-to-template
    @mail = ERB.new(params[:mail]).result # finding: request-to-template
  end
end
