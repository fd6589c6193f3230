class PagesController < ApplicationController
  def show
    render inline: "Hello <%= name %>", locals: { name: params[:name] }
    render "show", locals: { name: params[:name] }
    @mail = ERB.new(File.read("mail.erb")).result_with_hash(name: params[:name])
    render plain: params[:name]
  end
end
