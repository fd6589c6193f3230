http = Net::HTTP.new("shop.example", 443)
http.verify_mode = OpenSSL::SSL::VERIFY_PEER
page = HTTParty.get("https://shop.example", ssl_ca_file: "authority.pem")
client = Faraday.new("https://shop.example", ssl: { verify: true })
Net::SSH.start("files.shop.example", "shop", verify_host_key: :always)
form = Form.new(verify: false)
