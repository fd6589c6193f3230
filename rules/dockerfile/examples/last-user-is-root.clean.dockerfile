FROM alpine:3.20 AS build
USER root
RUN make
FROM alpine:3.20
USER root
RUN apk add --no-cache shop
# USER root
USER shop
CMD ["/shop"]
