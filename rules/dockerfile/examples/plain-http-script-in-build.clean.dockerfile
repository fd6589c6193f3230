FROM debian:12
RUN curl -s https://get.example.org/key.asc | gpg --dearmor -o key.gpg
RUN curl http://localhost/x | sh
RUN curl http://get.example.org/data.json | jq .
# RUN curl -s http://get.example.org/install.sh | sh
