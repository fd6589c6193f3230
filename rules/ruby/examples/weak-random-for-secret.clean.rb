password = LETTERS.shuffle(random: SecureRandom).join
token = SecureRandom.hex(32)
user.reset_token = SecureRandom.urlsafe_base64
delay = rand(10)
colour = COLOURS.sample
def shuffle_items
  items.shuffle
end
