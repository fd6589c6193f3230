def find(name, table, id)
  Item.where("name = ?", name)
  Item.where(name: name)
  Item.where("#{table}.price > 10")
  Item.where("kind = '#{KIND}'")
  Item.where("name LIKE ?", "%#{name}%")
  ActiveRecord::Base.connection.execute("DELETE FROM items WHERE id = #{id.to_i}")
end
