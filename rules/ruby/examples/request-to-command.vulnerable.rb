class ToolsController < ApplicationController
  def ping
    system("ping -c 1 #{params[:host]}") # finding: request-to-command
    name = params[:name]
    @text = `whois #{name}` # finding: request-to-command
    @out, _status = Open3.capture2("convert " + params[:file] + " out.png") # finding: request-to-command
    IO.popen("grep #{params[:word]} log.txt") # finding: request-to-command
  end
end
