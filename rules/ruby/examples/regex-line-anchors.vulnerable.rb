class Item < ApplicationRecord
  validates :name, format: { with: /^[a-z]+$/ } # finding: regex-line-anchors
  validates :link, presence: true, format: { with: /^https:/, message: "is no link" } # finding: regex-line-anchors
  validates_format_of :mail, with: /\A\S+@\S+$/ # finding: regex-line-anchors
end
