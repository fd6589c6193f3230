FROM alpine:3.20
USER shop
# finding below: last-user-is-root
USER root
CMD ["/shop"]
