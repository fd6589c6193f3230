class ReportsController < ApplicationController
  def show
    @report = Report.public_send(params[:kind]) # finding: request-to-method-name
    name = params[:model]
    @model = name.constantize # finding: request-to-method-name
    @class = Object.const_get(params[:class]) # finding: request-to-method-name
    @value = @item.send(params[:field]) # finding: request-to-method-name
  end
end
