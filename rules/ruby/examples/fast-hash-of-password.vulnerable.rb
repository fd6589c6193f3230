class User < ApplicationRecord
  def store(password, salt)
    self.hashed = Digest::SHA256.hexdigest(password) # finding: fast-hash-of-password
    self.old = Digest::MD5.hexdigest(password + salt) # finding: fast-hash-of-password
    self.other = Digest::SHA1.hexdigest("#{password}#{salt}") # finding: fast-hash-of-password
    text = new_password
    self.third = Digest::SHA512.hexdigest(new_password) # finding: fast-hash-of-password
  end
end
