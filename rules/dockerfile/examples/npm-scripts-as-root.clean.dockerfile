FROM node:20
RUN npm ci --ignore-scripts
RUN npm install --unsafe-perm=false
RUN npm config set unsafe-perm false
# RUN npm install -g --unsafe-perm shop
USER node
