#!/bin/bash
# Copies the database and the uploads to the backup folder.
target=$1
cd $target
rm -rf $target/old/*
for file in $(ls /srv/shop/uploads); do
  cp /srv/shop/uploads/$file $target
done
sqlite3 /srv/shop/shop.db ".backup $target/shop.db"
