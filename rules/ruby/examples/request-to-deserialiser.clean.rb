class CartsController < ApplicationController
  def show
    @cart = JSON.parse(cookies[:cart])
    @rules = YAML.safe_load(params[:rules])
    @settings = YAML.load(File.read("settings.yml"))
    @copy = Marshal.load(Marshal.dump(@cart))
    @data = Oj.load(params[:data], mode: :strict)
  end
end
