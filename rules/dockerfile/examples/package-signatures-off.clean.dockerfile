FROM debian:12
RUN apt-get update && apt-get install -y curl
RUN echo "deb [signed-by=/usr/share/keyrings/a.gpg] https://apt.example.org ./" > /etc/apt/sources.list.d/a.list
RUN echo "gpgcheck=1" >> /etc/yum.repos.d/a.repo
# RUN apt-get install --allow-unauthenticated curl
RUN dnf install -y tool
