import pytest

from shop.pricing import line_total, order_total, shipping, test_price as price_to_try


def test_small_order():
    assert line_total(3, 2.5) == 7.5


def test_bulk_discount_starts_at_threshold():
    assert line_total(100, 2) == 180.0


def test_bulk_discount_above_threshold():
    assert line_total(150, 2) == 270.0


@pytest.mark.parametrize("total, expected", [(49.99, 4.9), (50, 0.0)])
def test_shipping(total, expected):
    assert shipping(total) == expected


def test_order_total():
    assert order_total([(3, 2.5), (1, 4.0)]) == 11.5


def test_price_to_try():
    assert price_to_try(9) == 4.5
