"""What a maintainer keeps back: rules that hold for every input rather than for chosen ones."""

import random
import unittest

from bookings import config
from bookings.intervals import Interval, gaps, merge
from bookings.pricing import base_price, format_cents, price
from bookings.store import Conflict, Store


def minutes(intervals):
    return {minute for one in intervals for minute in range(one.start, one.end)}


class HeldBackTests(unittest.TestCase):
    def setUp(self):
        self.random = random.Random(20261122)

    def some(self, most=8):
        found = []
        for _ in range(self.random.randrange(most)):
            start = self.random.randrange(200)
            found.append(Interval(start, start + self.random.randrange(1, 60)))
        return found

    def test_merging_keeps_the_minutes(self):
        for _ in range(300):
            some = self.some()
            merged = merge(some)
            self.assertEqual(minutes(merged), minutes(some))
            for one, other in zip(merged, merged[1:]):
                self.assertLess(one.end, other.start)

    def test_gaps_are_what_is_left(self):
        for _ in range(300):
            some, within = self.some(), Interval(0, 300)
            free = gaps(some, within)
            self.assertEqual(minutes(free), minutes([within]) - minutes(some))

    def test_apart_and_across(self):
        for _ in range(500):
            one, other = (self.some(2) + [Interval(90, 120)])[0], Interval(100, 130)
            if one.end == other.start or other.end == one.start:
                continue
            shared = bool(minutes([one]) & minutes([other]))
            self.assertEqual(one.overlaps(other), shared)
            self.assertEqual(other.overlaps(one), shared)

    def test_price_grows_with_time_and_rate(self):
        for start in range(0, 1380, 60):
            before = 0
            for end in range(start, 1441, 15):
                now = price(Interval(start, end), 123456)
                self.assertGreaterEqual(now, before)
                self.assertLessEqual(price(Interval(start, end), 123456, member=True), now)
                before = now

    def test_price_of_parts(self):
        for minutes_ in range(0, 600, 7):
            self.assertEqual(base_price(minutes_, 6000), minutes_ * 100)

    def test_cents_can_be_read_again(self):
        for cents in (*range(-250, 250), 10**6, 10**9 + 7):
            text = format_cents(cents)
            self.assertEqual(round(float(text) * 100), cents)
            self.assertRegex(text, r"^-?\d+\.\d\d$")

    def test_settings_do_not_leak(self):
        config.load("[bookings]\nhourly_rate = 7\nopening = 1\n")
        self.assertEqual(config.load(""), config.DEFAULTS)
        self.assertEqual(config.DEFAULTS["hourly_rate"], 2000)
        self.assertEqual(config.DEFAULTS["opening"], 480)

    def test_no_two_bookings_share_a_minute(self):
        store = Store()
        for _ in range(400):
            start = self.random.randrange(1400)
            try:
                store.add("red", "ada", Interval(start, start + self.random.randrange(1, 40)))
            except Conflict:
                pass
        taken = [one for _, one in store.bookings("red")]
        self.assertEqual(len(minutes(taken)), sum(one.minutes for one in taken))
        self.assertEqual([one.start for one in taken], sorted(one.start for one in taken))
        store.connection.close()

    def test_conflict_says_which_room(self):
        store = Store()
        store.add("red", "ada", Interval(0, 60))
        with self.assertRaisesRegex(Conflict, "red"):
            store.add("red", "bob", Interval(10, 20))
        store.connection.close()
