cipher = OpenSSL::Cipher.new("aes-256-gcm")
other = OpenSSL::Cipher::AES.new(256, :GCM)
third = OpenSSL::Cipher.new(settings.cipher)
names = ["des-cbc", "aes-256-ecb"]
