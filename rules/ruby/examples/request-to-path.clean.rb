class FilesController < ApplicationController
  REPORTS = { "day" => "reports/day.pdf" }.freeze

  def show
    send_file("reports/#{File.basename(params[:name])}")
    send_file(REPORTS[params[:name]])
    @text = File.read("reports/#{params[:id].to_i}.txt")
    @report = Report.find(params[:id])
    send_file(@report.path)
    @upload = File.read(params[:upload].tempfile)
    render "page", locals: { name: params[:page] }
  end
end
