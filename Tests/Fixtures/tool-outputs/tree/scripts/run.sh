#!/bin/sh
rm -rf "$1"/*
echo $2
cd /tmp
