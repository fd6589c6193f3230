FROM alpine:3.20
ARG GITHUB_TOKEN
RUN git clone https://${GITHUB_TOKEN}@git.example.org/acme/app.git # finding: token-in-clone-address
RUN git config --global url."https://oauth2:$ACCESS_TOKEN@git.example.org/".insteadOf https://git.example.org/ # finding: token-in-clone-address
RUN pip install git+https://acme:${PYPI_PASSWORD}@git.example.org/acme/lib.git # finding: token-in-clone-address
