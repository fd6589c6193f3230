FROM debian:12
RUN curl -s http://get.example.org/install.sh | sh # finding: plain-http-script-in-build
RUN wget -O - http://get.example.org/key.asc | apt-key add - # finding: plain-http-script-in-build
RUN apt-get update && \
    curl http://get.example.org/setup.py | python3 # finding: plain-http-script-in-build
