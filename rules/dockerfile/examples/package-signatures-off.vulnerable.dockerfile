FROM debian:12
RUN apt-get update && apt-get install -y --allow-unauthenticated curl # finding: package-signatures-off
RUN echo "deb [trusted=yes] https://apt.example.org ./" > /etc/apt/sources.list.d/a.list # finding: package-signatures-off
# finding below: package-signatures-off
RUN dnf install -y --nogpgcheck tool && \
    apk add --allow-untrusted tool.apk # finding: package-signatures-off
