def find(name, city)
  Item.where("name = '#{name}'") # finding: sql-built-from-strings
  ActiveRecord::Base.connection.execute("DELETE FROM items WHERE city = '#{city}'") # finding: sql-built-from-strings
  Item.where("name LIKE '%#{name}%'").count # finding: sql-built-from-strings
  Item.find_by_sql("SELECT * FROM items WHERE city = '#{city}'") # finding: sql-built-from-strings
end
