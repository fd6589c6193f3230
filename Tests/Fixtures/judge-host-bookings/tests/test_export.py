import os
import tempfile
import unittest

from bookings.export import archive, as_csv
from bookings.intervals import Interval


class ExportTests(unittest.TestCase):
    def test_csv(self):
        self.assertEqual(as_csv([("ada", Interval(0, 60))]), "who,start,end\nada,0,60\n")

    def test_csv_of_nothing(self):
        self.assertEqual(as_csv([]), "who,start,end\n")

    def test_archive(self):
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(os.path.join(folder, "data"))
            with open(os.path.join(folder, "data", "a.txt"), "w") as file:
                file.write("a")
            name = os.path.join(folder, "out")
            self.assertTrue(archive(os.path.join(folder, "data"), name))
            self.assertTrue(os.path.exists(name + ".tar.gz"))
