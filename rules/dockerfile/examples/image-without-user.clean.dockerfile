FROM golang:1.22 AS build
RUN go build -o /shop
FROM alpine:3.20
RUN adduser -D shop
USER shop
ENTRYPOINT ["/shop"]
