FROM alpine:3.20
RUN chmod 755 /app
RUN chmod 1777 /tmp
RUN chmod +x run.sh && chmod u+w x
RUN chmod -R g+w /data
# RUN chmod 777 /app
COPY --chmod=755 run.sh /run.sh
