class UsersController < ApplicationController
  def create
    @user = User.create(params.require(:user).permit(:name, :mail))
    @other = User.new(name: params[:name])
    values = params.permit(:page, :sort)
    Rails.logger.info(params.to_unsafe_h)
    filter.permit!
  end
end
