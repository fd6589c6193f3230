FROM alpine:3.20
RUN echo "StrictHostKeyChecking no" >> /etc/ssh/ssh_config # finding: host-key-check-off-in-build
# finding below: host-key-check-off-in-build
ENV GIT_SSH_COMMAND="ssh -o StrictHostKeyChecking=no"
RUN mkdir /root/.ssh && \
    ssh -oStrictHostKeyChecking=no git@git.example.org # finding: host-key-check-off-in-build
