FROM node:20
RUN npm install -g --unsafe-perm shop # finding: npm-scripts-as-root
RUN npm config set unsafe-perm true # finding: npm-scripts-as-root
RUN apk add git && \
    npm ci --unsafe-perm=true # finding: npm-scripts-as-root
