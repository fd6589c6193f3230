FROM alpine:3.20
RUN apk add sudo
RUN echo "sudo rules"
RUN sudo -u shop make
# RUN sudo apk add curl
RUN make && pseudo install
