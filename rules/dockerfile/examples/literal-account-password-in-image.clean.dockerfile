FROM ubuntu:24.04
RUN echo "root:$PASSWORD" | chpasswd
RUN passwd -l root
# RUN echo 'root:hunter2' | chpasswd
RUN echo "a:b" | cut -d: -f1
