import io
import unittest

from bookings.cli import clock, run
from bookings.config import load
from bookings.store import Store


class CommandTests(unittest.TestCase):
    def setUp(self):
        self.store = Store()
        self.out = io.StringIO()

    def tearDown(self):
        self.store.connection.close()

    def command(self, *arguments):
        return run(list(arguments), self.store, load(""), self.out)

    def test_clock(self):
        self.assertEqual(clock("09:30"), 570)

    def test_book(self):
        self.assertEqual(self.command("book", "red", "ada", "18:00", "19:00"), 0)
        self.assertEqual(self.out.getvalue(), "booked for 20.00\n")

    def test_taken(self):
        self.command("book", "red", "ada", "18:00", "19:00")
        self.assertEqual(self.command("book", "red", "bob", "18:30", "19:30"), 1)

    def test_list(self):
        self.command("book", "red", "ada", "18:00", "19:00")
        self.command("list", "red")
        self.assertIn("18:00-19:00 ada", self.out.getvalue())

    def test_free(self):
        self.command("book", "red", "ada", "10:00", "11:00")
        self.out.truncate(0)
        self.out.seek(0)
        self.command("free", "red")
        self.assertEqual(self.out.getvalue(), "08:00-10:00\n11:00-20:00\n")
