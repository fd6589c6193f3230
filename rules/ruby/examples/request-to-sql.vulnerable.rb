class ItemsController < ApplicationController
  def index
    name = params[:name]
    @items = Item.where("name = '#{name}'") # finding: request-to-sql
    @sorted = Item.order(params[:sort]) # finding: request-to-sql
    @old = Item.where("price < " + params[:price]) # finding: request-to-sql
    @rows = ActiveRecord::Base.connection.execute("SELECT * FROM items WHERE id = #{params[:id]}") # finding: request-to-sql
    @found = Item.find_by_sql("SELECT * FROM items WHERE tag = '#{params[:tag]}'") # finding: request-to-sql
    @first = Item.where("id = '#{params[:item][:id]}'")[0] # finding: request-to-sql
  end
end
