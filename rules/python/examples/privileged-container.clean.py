import docker


def start(image):
    client = docker.from_env()
    client.containers.run(image, cap_add=["NET_BIND_SERVICE"], privileged=False)
