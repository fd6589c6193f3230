# finding below: base-image-without-tag
FROM ubuntu
RUN make
# finding below: base-image-without-tag
FROM acme/base AS build
# finding below: base-image-without-tag
FROM --platform=linux/amd64 node
