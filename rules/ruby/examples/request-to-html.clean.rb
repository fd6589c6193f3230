class GreetingsController < ApplicationController
  def show
    @text = "Hello #{params[:name]}"
    @clean = sanitize(params[:name]).html_safe
    @escaped = "<b>#{ERB::Util.html_escape(params[:name])}</b>".html_safe
    @line = "<br>".html_safe
    render html: helpers.tag.b(params[:name])
    render plain: params[:name]
  end
end
