class User < ApplicationRecord
  def store(password, file)
    self.hashed = BCrypt::Password.create(password)
    self.etag = Digest::SHA256.hexdigest(file.read)
    self.token = Digest::SHA256.hexdigest(reset_token)
    self.gravatar = Digest::MD5.hexdigest(mail.downcase)
    self.key = OpenSSL::KDF.scrypt(password, salt: salt, N: 16384, r: 8, p: 1, length: 32)
  end
end
