FROM ubuntu:24.04
RUN echo "shop ALL=(ALL) NOPASSWD: /usr/bin/apt-get update" > /etc/sudoers.d/shop
RUN echo "shop ALL=(ALL) ALL" > /etc/sudoers.d/shop
# RUN echo "shop ALL=(ALL) NOPASSWD: ALL"
USER shop
