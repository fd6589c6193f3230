FROM alpine:3.20
# finding below: literal-secret-in-image
ENV DB_PASSWORD=hunter2hunter
# finding below: literal-secret-in-image
ENV MODE=live SERVICE_API_KEY="k3j9x0q2m7v5"
# finding below: literal-secret-in-image
ENV JWT_SECRET q9w8e7r6t5y4
# finding below: literal-secret-in-image
ARG NPM_TOKEN=acme0q7w5x2k9r4p
