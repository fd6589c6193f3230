import unittest

from shop import report


class ReportTests(unittest.TestCase):
    def setUp(self):
        self.counts = ["7", "x"]

    def test_count(self):
        self.assertEqual(report.parse_count(self.counts[0]), 7)
        self.assertIsNone(report.parse_count(self.counts[1]))

    def test_staff(self):
        self.assertTrue(report.is_staff("ines"))
        self.assertFalse(report.is_staff("eve"))
