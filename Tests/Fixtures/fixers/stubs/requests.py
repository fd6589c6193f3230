"""Stands in for requests: answers with what it was asked."""


def get(url, **options):
    return url, options


def post(url, **options):
    return url, options
