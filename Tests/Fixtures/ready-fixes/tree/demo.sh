#!/bin/bash
name=$1
if [ $name = "é" ]; then
	echo $name	$name
fi
for f in $(ls *.txt); do cat $f | grep x; done
cd /tmp
read line
