FROM ubuntu:24.04
FROM scratch
FROM acme/base@sha256:00000000
FROM ${BASE}
# FROM ubuntu
