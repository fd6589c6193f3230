class SessionsController < ApplicationController
  def create
    redirect_to params[:return_to] # finding: request-to-redirect
  end

  def leave
    target = params[:to]
    redirect_to target, allow_other_host: true # finding: request-to-redirect
    redirect_to params[:next] || root_path # finding: request-to-redirect
    redirect_to "https://#{params[:host]}" # finding: request-to-redirect
  end
end
