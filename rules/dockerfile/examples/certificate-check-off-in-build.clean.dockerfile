FROM alpine:3.20
RUN wget https://files.example.org/tool
RUN curl -fsSL https://files.example.org/tool -o tool
HEALTHCHECK CMD curl -fk https://localhost/health
RUN git config --global http.sslVerify true
ENV NODE_TLS_REJECT_UNAUTHORIZED=1
# RUN curl -k https://files.example.org/tool
