cipher = OpenSSL::Cipher.new("des-ede3-cbc") # finding: weak-cipher
other = OpenSSL::Cipher.new("AES-256-ECB") # finding: weak-cipher
third = OpenSSL::Cipher::AES.new(128, :ECB) # finding: weak-cipher
name = "rc4"
fourth = OpenSSL::Cipher.new(name) # finding: weak-cipher
