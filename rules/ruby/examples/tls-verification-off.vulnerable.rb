http = Net::HTTP.new("shop.example", 443)
http.verify_mode = OpenSSL::SSL::VERIFY_NONE # finding: tls-verification-off
page = HTTParty.get("https://shop.example", verify: false) # finding: tls-verification-off
client = Faraday.new("https://shop.example", ssl: { verify: false }) # finding: tls-verification-off
Net::SSH.start("files.shop.example", "shop", verify_host_key: :never) # finding: tls-verification-off
text = URI.open("https://shop.example", ssl_verify_mode: OpenSSL::SSL::VERIFY_NONE) # finding: tls-verification-off
