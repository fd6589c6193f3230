class FormulasController < ApplicationController
  def show
    @value = Calculator.new.evaluate(params[:formula])
    @found = eval("1 + #{params[:limit].to_i}")
    Item.class_eval do
      def label; name; end
    end
    @item.instance_eval { @label = "none" }
    @data = JSON.parse(params[:data])
  end
end
