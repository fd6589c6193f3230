token = rand(36**20).to_s(36) # finding: weak-random-for-secret
user.reset_token = Digest::SHA256.hexdigest(Random.rand(1_000_000).to_s) # finding: weak-random-for-secret

def generate_password
  Array.new(12) { LETTERS.sample }.join # finding: weak-random-for-secret
end
@otp = rand(100_000..999_999) # finding: weak-random-for-secret
