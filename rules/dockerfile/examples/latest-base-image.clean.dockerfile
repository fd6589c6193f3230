FROM ubuntu:24.04
# FROM ubuntu:latest
FROM acme/latest:1.2
FROM acme/base:latest@sha256:00000000
FROM base-${TAG}:latest-slim
FROM node:20-latest
