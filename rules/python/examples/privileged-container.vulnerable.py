import docker


def start(image):
    client = docker.from_env()
    client.containers.run(image, privileged=True)  # finding: privileged-container
