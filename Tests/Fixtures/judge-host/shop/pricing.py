# Copyright 2026 The Shop Authors
# SPDX-License-Identifier: MIT
"""Prices of orders."""

BULK_THRESHOLD = 100
BULK_RATE = 0.10
FREE_SHIPPING_ENABLED = True


def line_total(quantity, unit_price):
    """The price of one line; 100 pieces or more are ten per cent cheaper."""
    total = quantity * unit_price
    if quantity > BULK_THRESHOLD:
        total = total * (1 - BULK_RATE)
    return round(total, 2)


def order_total(lines):
    """The price of all lines."""
    return round(sum(line_total(quantity, price) for quantity, price in lines), 2)


def shipping(total):
    """What sending costs; nothing from 50 on."""
    if FREE_SHIPPING_ENABLED and total >= 50:
        return 0.0
    return 4.9


def test_price(unit_price):
    """The price of a piece to try: half, and never below one."""
    half = unit_price / 2
    if half < 1:
        return 1
    return half
