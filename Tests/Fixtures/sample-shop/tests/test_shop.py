"""The database, the sign-in and the payment service."""

import sqlite3
import sys
import unittest

import tests  # puts stand-ins where packages are missing
from shop import accounts, admin, database, webhook


class DatabaseTests(unittest.TestCase):
    def setUp(self):
        connection = sqlite3.connect(":memory:")
        connection.row_factory = sqlite3.Row
        connection.executescript(database.SCHEMA)
        connection.execute("INSERT INTO item (name, price) VALUES ('lamp', 30), ('clamp', 20)")
        connection.execute("INSERT INTO account (name, role) VALUES ('ann', 'customer')")
        connection.execute("INSERT INTO purchase (account, item, day) VALUES (1, 2, '2019-03-01')")
        sys.modules["flask"].g.database = connection

    def test_items_are_found_by_a_part_of_their_name(self):
        self.assertEqual(["lamp", "clamp"], [item["name"] for item in database.find_items("lam", None)])
        self.assertEqual([], database.find_items("chair", None))

    def test_items_are_ordered(self):
        found = database.find_items("lam", "price")
        self.assertEqual([20, 30], [item["price"] for item in found])

    def test_accounts_are_found_by_their_name(self):
        self.assertEqual("customer", database.find_account("ann")["role"])
        self.assertIsNone(database.find_account("bob"))

    def test_orders_belong_to_an_account(self):
        self.assertEqual(["2019-03-01"], [order["day"] for order in database.orders_of(1)])
        self.assertEqual([], database.orders_of(2))


class SignInTests(unittest.TestCase):
    def test_a_password_has_one_digest(self):
        self.assertEqual(accounts.password_digest("a"), accounts.password_digest("a"))
        self.assertNotEqual(accounts.password_digest("a"), accounts.password_digest("b"))


class AdminTests(unittest.TestCase):
    def test_a_discount_is_computed(self):
        sys.modules["flask"].request.form = {"formula": "100 * 0.9"}
        self.assertEqual({"price": 90.0}, admin.discount())


class WebhookTests(unittest.TestCase):
    def test_a_call_has_one_signature(self):
        self.assertEqual(webhook.signature(b"paid"), webhook.signature(b"paid"))
        self.assertNotEqual(webhook.signature(b"paid"), webhook.signature(b"open"))

    def test_a_wrong_signature_is_refused(self):
        sys.modules["flask"].request.headers = {"X-Signature": "wrong"}
        self.assertEqual(("wrong signature", 403), webhook.payment())


if __name__ == "__main__":
    unittest.main()
