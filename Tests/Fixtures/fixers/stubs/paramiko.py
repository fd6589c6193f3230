"""Stands in for paramiko: connects unless unknown keys are rejected."""


class AutoAddPolicy:
    pass


class RejectPolicy:
    pass


class SSHClient:
    def set_missing_host_key_policy(self, policy):
        self.policy = policy

    def connect(self, host):
        self.host = host
