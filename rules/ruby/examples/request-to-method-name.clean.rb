class ReportsController < ApplicationController
  KINDS = { "day" => :daily, "week" => :weekly }.freeze

  def show
    @report = Report.public_send(KINDS[params[:kind]])
    kind = params[:field]
    return head(:bad_request) unless %w[name price].include?(kind)
    @value = @item.send(kind)
    @shop = Shop.find(params[:id])
    @other = @shop.kind.constantize
    @item.send(:write, params[:text])
  end
end
