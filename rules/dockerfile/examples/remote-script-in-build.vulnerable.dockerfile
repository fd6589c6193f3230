FROM alpine:3.20
RUN curl -sSL https://get.example.org/install.sh | bash # finding: remote-script-in-build
RUN apk add curl && \
    wget -qO- https://get.example.org | sh -s -- -y # finding: remote-script-in-build
RUN bash -c "$(curl -fsSL https://get.example.org/x)" # finding: remote-script-in-build
