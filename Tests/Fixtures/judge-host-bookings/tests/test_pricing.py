import unittest

from bookings.intervals import Interval
from bookings.pricing import base_price, format_cents, price


class PricingTests(unittest.TestCase):
    def test_base(self):
        self.assertEqual(base_price(90, 2000), 3000)

    def test_rounds_up(self):
        self.assertEqual(base_price(1, 100), 2)

    def test_off_peak(self):
        self.assertEqual(price(Interval(1080, 1140), 2000), 2000)

    def test_peak(self):
        self.assertEqual(price(Interval(600, 660), 2000), 3000)

    def test_across(self):
        self.assertEqual(price(Interval(480, 600), 2000), 5000)

    def test_member(self):
        self.assertEqual(price(Interval(1080, 1140), 2000, member=True), 1600)

    def test_format(self):
        self.assertEqual(format_cents(1250), "12.50")
        self.assertEqual(format_cents(-5), "-0.05")
