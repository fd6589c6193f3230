import pytest

from shop import store


@pytest.fixture
def connection():
    return store.connect(":memory:")


def test_customer_is_found(connection):
    store.add_customer(connection, "Ada", "Kiel")
    assert store.find_customer(connection, "Ada") == [("Ada", "Kiel")]


def test_unknown_customer(connection):
    assert store.find_customer(connection, "Bob") == []


class TestCities:
    def test_city_is_kept(self, connection):
        store.add_customer(connection, "Eve", "Lyon")
        assert store.find_customer(connection, "Eve")[0][1] == "Lyon"
