class Item < ApplicationRecord
  validates :name, format: { with: /\A[a-z]+\z/ }
  validates :link, format: { with: /\Ahttps:/ }
  validates_format_of :text, with: /^x/, multiline: true
  validates :price, numericality: true
  WORDS = /^[a-z]+$/.freeze
end
