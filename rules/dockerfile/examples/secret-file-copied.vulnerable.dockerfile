FROM alpine:3.20
# finding below: secret-file-copied
COPY id_rsa /root/.ssh/id_rsa
# finding below: secret-file-copied
COPY --chown=shop:shop app/.env /app/.env
# finding below: secret-file-copied
ADD package.json .netrc /root/
# finding below: secret-file-copied
COPY ["keys/.ssh", "/root/.ssh"]
