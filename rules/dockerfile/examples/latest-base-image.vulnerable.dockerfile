# finding below: latest-base-image
FROM ubuntu:latest
RUN make
# finding below: latest-base-image
FROM registry.example.org:5000/acme/base:latest AS build
# finding below: latest-base-image
FROM --platform=linux/amd64 node:latest
