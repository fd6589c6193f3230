import org.apache.ibatis.annotations.*;

interface ItemMapper {
    @Select("SELECT * FROM items WHERE name = '${name}'") // finding: mybatis-interpolation
    Item find(@Param("name") String name);

    @Delete("DELETE FROM items WHERE id = ${id}") // finding: mybatis-interpolation
    int remove(@Param("id") String id);

    @Select({"SELECT * FROM items", "ORDER BY ${column}"}) // finding: mybatis-interpolation
    List<Item> sorted(@Param("column") String column);
}
