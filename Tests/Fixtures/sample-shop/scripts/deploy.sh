#!/bin/sh
# Unpacks a release and restarts the shop.
release=$1
if [ $release == "" ]; then
  echo "usage: deploy.sh RELEASE"
  exit 1
fi
tar xzf $release -C /srv/shop
echo "deployed `basename $release`"
chmod -R 777 /srv/shop/uploads
ps aux | grep shop.app | awk '{print $2}' | xargs kill
