FROM ubuntu:24.04
RUN echo 'root:hunter2' | chpasswd # finding: literal-account-password-in-image
RUN useradd shop && \
    echo shop:shop | chpasswd # finding: literal-account-password-in-image
RUN passwd -d root # finding: literal-account-password-in-image
