FROM ubuntu:24.04
RUN apt-get update && apt-get install -y openssh-server
# finding below: ssh-server-in-image
EXPOSE 22
# finding below: ssh-server-in-image
EXPOSE 8080 22/tcp
# finding below: ssh-server-in-image
CMD ["/usr/sbin/sshd", "-D"]
