class ToolsController < ApplicationController
  def ping
    system("ping", "-c", "1", params[:host])
    system("ping -c #{params[:count].to_i} localhost")
    @text = `whois #{Shellwords.escape(params[:name])}`
    @time = `uptime`
    @out, _status = Open3.capture2("convert", params[:file], "out.png")
    IO.popen(["grep", params[:word], "log.txt"])
  end
end
