FROM alpine:3.20
RUN git clone https://git.example.org/acme/app.git
RUN --mount=type=ssh git clone ssh://git@git.example.org/acme/app.git
RUN git clone https://git@git.example.org/acme/app.git
RUN npm install @acme/app@1.0.0
# RUN git clone https://${GITHUB_TOKEN}@git.example.org/acme/app.git
