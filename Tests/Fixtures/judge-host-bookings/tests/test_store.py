import unittest

from bookings.intervals import Interval
from bookings.store import Conflict, Store


class StoreTests(unittest.TestCase):
    def setUp(self):
        self.store = Store()

    def tearDown(self):
        self.store.connection.close()

    def test_add(self):
        self.assertEqual(self.store.add("red", "ada", Interval(0, 60)), 1)

    def test_conflict(self):
        self.store.add("red", "ada", Interval(0, 60))
        with self.assertRaises(Conflict):
            self.store.add("red", "bob", Interval(30, 90))

    def test_back_to_back(self):
        self.store.add("red", "ada", Interval(0, 60))
        self.assertEqual(self.store.add("red", "bob", Interval(60, 90)), 2)

    def test_other_room(self):
        self.store.add("red", "ada", Interval(0, 60))
        self.assertEqual(self.store.add("blue", "bob", Interval(0, 60)), 2)

    def test_search(self):
        self.store.add("red", "ada", Interval(0, 60))
        self.store.add("blue", "ada", Interval(0, 60))
        self.store.add("red", "bob", Interval(100, 160))
        self.assertEqual([room for _, room, _ in self.store.search("ada")], ["blue", "red"])

    def test_search_nobody(self):
        self.assertEqual(self.store.search("eve"), [])

    def test_remove(self):
        ident = self.store.add("red", "ada", Interval(0, 60))
        self.assertTrue(self.store.remove(ident))
        self.assertFalse(self.store.remove(ident))
