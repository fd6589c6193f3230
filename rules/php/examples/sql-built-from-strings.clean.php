<?php
function find($db, $link, $name, $table, $id)
{
    $statement = $db->prepare('SELECT * FROM item WHERE name = ?');
    $db->query("SELECT * FROM $table WHERE id = 1");
    $db->query('SELECT * FROM item WHERE id = ' . (int) $id);
    $db->query('SELECT * FROM item WHERE name = ' . $db->quote($name));
    $db->query("SELECT * FROM item WHERE kind = '" . KIND . "'");
    return DB::select('SELECT * FROM item WHERE name = ?', [$name]);
}
