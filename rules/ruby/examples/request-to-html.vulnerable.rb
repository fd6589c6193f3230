class GreetingsController < ApplicationController
  def show
    @text = "Hello #{params[:name]}".html_safe # finding: request-to-html
    name = params[:name]
    @raw = raw("<b>" + name + "</b>") # finding: request-to-html
    render html: params[:page].html_safe # finding: request-to-html
  end
end
