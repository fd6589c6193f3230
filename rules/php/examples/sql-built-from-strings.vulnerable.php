<?php
function find($db, $link, $name)
{
    $db->query("SELECT * FROM item WHERE name = '$name'"); // finding: sql-built-from-strings
    mysqli_query($link, "DELETE FROM item WHERE name = '" . $name . "'"); // finding: sql-built-from-strings
    $sql = "UPDATE item SET name = '{$name}' WHERE id = 1";
    $db->exec($sql); // finding: sql-built-from-strings
    return DB::select("SELECT * FROM item WHERE name LIKE '$name%'"); // finding: sql-built-from-strings
}
