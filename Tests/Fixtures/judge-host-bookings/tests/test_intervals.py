import unittest

from bookings.intervals import Interval, IntervalError, gaps, merge


class IntervalTests(unittest.TestCase):
    def test_minutes(self):
        self.assertEqual(Interval(60, 150).minutes, 90)

    def test_reversed(self):
        with self.assertRaises(IntervalError):
            Interval(10, 5)

    def test_overlaps(self):
        self.assertTrue(Interval(0, 60).overlaps(Interval(30, 90)))
        self.assertTrue(Interval(30, 40).overlaps(Interval(0, 60)))
        self.assertFalse(Interval(0, 60).overlaps(Interval(61, 90)))

    def test_touching_do_not_overlap(self):
        self.assertFalse(Interval(0, 60).overlaps(Interval(60, 120)))
        self.assertFalse(Interval(60, 120).overlaps(Interval(0, 60)))

    def test_merge(self):
        self.assertEqual(
            merge([Interval(50, 70), Interval(0, 30), Interval(30, 40)]),
            [Interval(0, 40), Interval(50, 70)],
        )

    def test_gaps(self):
        taken = [Interval(0, 60), Interval(120, 180)]
        self.assertEqual(gaps(taken, Interval(0, 240)), [Interval(60, 120), Interval(180, 240)])

    def test_gaps_of_nothing(self):
        self.assertEqual(gaps([], Interval(5, 9)), [Interval(5, 9)])
