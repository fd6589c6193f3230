FROM alpine:3.20
RUN ssh-keyscan git.example.org >> /etc/ssh/ssh_known_hosts
RUN echo "StrictHostKeyChecking yes" >> /etc/ssh/ssh_config
ENV GIT_SSH_COMMAND="ssh -o StrictHostKeyChecking=accept-new"
# RUN echo "StrictHostKeyChecking no"
