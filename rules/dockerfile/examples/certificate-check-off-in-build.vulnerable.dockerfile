FROM alpine:3.20
RUN wget --no-check-certificate https://files.example.org/tool # finding: certificate-check-off-in-build
RUN curl -fsSLk https://files.example.org/tool -o tool # finding: certificate-check-off-in-build
RUN git config --global http.sslVerify false # finding: certificate-check-off-in-build
# finding below: certificate-check-off-in-build
ENV NODE_TLS_REJECT_UNAUTHORIZED=0
