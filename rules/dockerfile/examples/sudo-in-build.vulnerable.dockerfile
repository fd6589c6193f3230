FROM alpine:3.20
USER shop
RUN sudo apk add curl # finding: sudo-in-build
RUN echo a && sudo rm -r /tmp/x # finding: sudo-in-build
RUN true && \
    make; sudo make install # finding: sudo-in-build
