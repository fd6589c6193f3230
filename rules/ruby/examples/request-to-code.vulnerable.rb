class FormulasController < ApplicationController
  def show
    @value = eval(params[:formula]) # finding: request-to-code
    code = "value > #{params[:limit]}"
    @found = binding.eval(code) # finding: request-to-code
    Item.class_eval("def label; '#{params[:label]}'; end") # finding: request-to-code
    @item.instance_eval(params[:code]) # finding: request-to-code
  end
end
