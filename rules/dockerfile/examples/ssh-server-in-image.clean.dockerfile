FROM ubuntu:24.04
EXPOSE 2222 8022
EXPOSE 80 443
CMD ["/shop", "--port", "22"]
# EXPOSE 22
RUN apt-get install -y openssh-client
