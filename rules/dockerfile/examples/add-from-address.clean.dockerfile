FROM alpine:3.20
ADD --checksum=sha256:24454f830cdb571e2c4ad15481119c43b3cafd48 https://files.example.org/tool.tgz /opt/
ADD tool.tgz /opt/
COPY https.conf /etc/
# ADD https://files.example.org/tool.tgz /opt/
ADD https://git.example.org/acme/tool.git#v1 /src
