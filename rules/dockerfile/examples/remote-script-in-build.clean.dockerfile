FROM alpine:3.20
RUN curl -sSL https://get.example.org/tool.tgz | tar xz
# RUN curl https://get.example.org/install.sh | bash
RUN curl -o install.sh https://get.example.org/install.sh && \
    echo "$SUM install.sh" | sha256sum -c && \
    sh install.sh
RUN curl https://api.example.org/x | shasum
