"""What a maintainer keeps back: rules that hold for every input rather than for chosen ones."""

import random
import unittest

from shop import report, store
from shop.pricing import line_total, order_total, shipping


class HeldBackTests(unittest.TestCase):
    def test_a_line_below_the_threshold(self):
        for quantity in range(100):
            self.assertAlmostEqual(line_total(quantity, 1.25), round(quantity * 1.25, 2))

    def test_a_line_above_the_threshold(self):
        for quantity in (*range(101, 300), 1000, 12345, 10**6):
            self.assertAlmostEqual(line_total(quantity, 3), round(quantity * 2.7, 2))

    def test_an_order_is_its_lines(self):
        chance = random.Random(20261122)
        for _ in range(200):
            lines = [
                (chance.choice((1, 7, 99, 101, 500)), chance.randrange(1, 9999) / 100)
                for _ in range(chance.randrange(6))
            ]
            total = round(sum(line_total(*line) for line in lines), 2)
            self.assertAlmostEqual(order_total(lines), total)

    def test_shipping_is_free_from_fifty_on(self):
        for cents in range(0, 10000, 7):
            self.assertEqual(shipping(cents / 100), 0.0 if cents >= 5000 else 4.9)

    def test_staff(self):
        for name in ("ines", "ole"):
            self.assertIs(report.is_staff(name), True)
        for name in ("eve", "", "Ines", "ine", "ines ", "root", "admin", None):
            self.assertIs(report.is_staff(name), False)

    def test_counts(self):
        for number in (-3, 0, 7, 10**12):
            self.assertEqual(report.parse_count(str(number)), number)
        for text in ("", "x", "1.5", "7x"):
            self.assertIsNone(report.parse_count(text))

    def test_customers_stay_apart(self):
        connection = store.connect(":memory:")
        names = [f"person {number}" for number in range(200)]
        for name in names:
            store.add_customer(connection, name, name.upper())
        for name in names:
            self.assertEqual(store.find_customer(connection, name), [(name, name.upper())])
        connection.close()
