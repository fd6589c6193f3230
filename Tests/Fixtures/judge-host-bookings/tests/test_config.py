import unittest

from bookings.config import ConfigError, load


class ConfigTests(unittest.TestCase):
    def test_defaults(self):
        self.assertEqual(load("")["hourly_rate"], 2000)

    def test_value(self):
        self.assertEqual(load("[bookings]\nhourly_rate = 5\n")["hourly_rate"], 5)

    def test_flag(self):
        self.assertTrue(load("[bookings]\nmember_only = yes\n")["member_only"])

    def test_unknown(self):
        with self.assertRaises(ConfigError):
            load("[bookings]\ncolour = 5\n")

    def test_no_number(self):
        with self.assertRaises(ConfigError):
            load("[bookings]\nopening = noon\n")

    def test_closed(self):
        with self.assertRaises(ConfigError):
            load("[bookings]\nopening = 700\nclosing = 600\n")
