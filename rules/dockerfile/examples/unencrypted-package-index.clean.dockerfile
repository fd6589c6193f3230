FROM python:3.12
RUN pip install -i https://pypi.example.org/simple shop
RUN npm config set registry https://npm.example.org
RUN npm install --registry=http://localhost:4873
# RUN pip install --trusted-host pypi.example.org shop
RUN pip install shop
