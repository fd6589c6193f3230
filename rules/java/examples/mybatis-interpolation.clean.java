import org.apache.ibatis.annotations.*;

interface ItemMapper {
    @Select("SELECT * FROM items WHERE name = #{name}")
    Item find(@Param("name") String name);

    @Delete("DELETE FROM items WHERE id = #{id}")
    int remove(@Param("id") String id);

    @Select("SELECT * FROM items ${ew.customSqlSegment}")
    List<Item> wrapped(@Param("ew") Wrapper<Item> wrapper);

    @Value("${items.limit}")
    int limit = 3;
}
