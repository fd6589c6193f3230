class UsersController < ApplicationController
  def create
    @user = User.create(params.require(:user).permit!) # finding: mass-assignment-permitted
    @other = User.new(params[:user].permit!) # finding: mass-assignment-permitted
    values = params.permit! # finding: mass-assignment-permitted
    @other.update(params[:user].to_unsafe_h) # finding: mass-assignment-permitted
  end
end
