FROM ubuntu:24.04
RUN echo "shop ALL=(ALL) NOPASSWD: ALL" >> /etc/sudoers # finding: password-free-sudo
RUN adduser shop && \
    echo '%sudo ALL=(ALL) NOPASSWD:ALL' > /etc/sudoers.d/shop # finding: password-free-sudo
RUN printf 'shop ALL=NOPASSWD: ALL\n' | tee /etc/sudoers.d/a # finding: password-free-sudo
