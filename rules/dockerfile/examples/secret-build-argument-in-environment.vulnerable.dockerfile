FROM node:20
ARG NPM_TOKEN
# finding below: secret-build-argument-in-environment
ENV NPM_TOKEN=$NPM_TOKEN
# finding below: secret-build-argument-in-environment
ENV AWS_SECRET_ACCESS_KEY ${AWS_SECRET_ACCESS_KEY}
# finding below: secret-build-argument-in-environment
ENV GITHUB_TOKEN="${GITHUB_TOKEN}"
