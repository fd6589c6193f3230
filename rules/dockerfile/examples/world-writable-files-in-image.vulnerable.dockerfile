FROM alpine:3.20
RUN chmod 777 /app # finding: world-writable-files-in-image
RUN mkdir /data && \
    chmod -R 0777 /data # finding: world-writable-files-in-image
RUN chmod a+rwx run.sh # finding: world-writable-files-in-image
# finding below: world-writable-files-in-image
COPY --chmod=777 run.sh /run.sh
