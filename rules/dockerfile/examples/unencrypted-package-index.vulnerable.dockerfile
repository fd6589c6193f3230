FROM python:3.12
RUN pip install --trusted-host pypi.example.org -i https://pypi.example.org/simple shop # finding: unencrypted-package-index
RUN pip3 install --index-url http://pypi.example.org/simple shop # finding: unencrypted-package-index
# finding below: unencrypted-package-index
RUN npm config set registry http://npm.example.org && \
    gem install shop --source http://gems.example.org # finding: unencrypted-package-index
