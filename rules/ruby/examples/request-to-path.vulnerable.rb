class FilesController < ApplicationController
  def show
    send_file("reports/#{params[:name]}") # finding: request-to-path
    path = Rails.root.join("uploads", params[:file])
    @text = File.read(path) # finding: request-to-path
    render file: params[:page] # finding: request-to-path
  end

  def destroy
    FileUtils.rm_rf("uploads/" + params[:folder]) # finding: request-to-path
  end
end
