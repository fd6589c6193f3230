FROM alpine:3.20
# finding below: add-from-address
ADD https://files.example.org/tool.tgz /opt/
# finding below: add-from-address
ADD --chown=1000:1000 http://files.example.org/app.jar /app.jar
# finding below: add-from-address
ADD ["https://files.example.org/a b.txt", "/a.txt"]
