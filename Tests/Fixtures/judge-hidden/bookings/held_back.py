"""Calls that take and give more than plain values; what they give is compared outside."""

import io
import os
import subprocess
import sys
import tarfile
import tempfile

from bookings import cli, config, export, intervals, pricing
from bookings.intervals import Interval
from bookings.store import Conflict, Store


def plain(found):
    """Intervals as pairs."""
    return [[one.start, one.end] for one in found]


def made(pairs):
    """Pairs as intervals."""
    return [Interval(start, end) for start, end in pairs]


def interval(start, end):
    """What an interval says of itself."""
    one = Interval(start, end)
    return [one.start, one.end, one.minutes, one == Interval(start, end)]


def same(one, other):
    """Whether two intervals are the same, and whether they differ."""
    one, other = made([one, other])
    return [one == other, one != other]


def overlap(one, other):
    """Whether two intervals overlap, asked from both sides."""
    one, other = made([one, other])
    return [one.overlaps(other), other.overlaps(one)]


def all_overlaps(end):
    """For every pair of intervals of at least a minute up to an end, whether they overlap."""
    every = [Interval(a, b) for a in range(end) for b in range(a + 1, end + 1)]
    return "".join("1" if one.overlaps(other) else "0" for one in every for other in every)


def merged(pairs):
    """What is merged, and whether the intervals that went in are as they were."""
    before = made(pairs)
    after = intervals.merge(before)
    return [plain(after), plain(before) == pairs]


def gaps(pairs, within):
    """What is left of an interval."""
    return plain(intervals.gaps(made(pairs), Interval(*within)))


def cost(start, end, rate, member=False):
    """The price of an interval."""
    return pricing.price(Interval(start, end), rate, member)


def settings_twice(first, second):
    """Two readings of settings, one after the other."""
    return [config.load(first), config.load(second)]


def booked(bookings):
    """The numbers of bookings in order, or `taken` for those that are refused."""
    store = Store()
    found = []
    for room, who, start, end in bookings:
        try:
            found.append(store.add(room, who, Interval(start, end)))
        except Conflict:
            found.append("taken")
    return found


def day(length, step):
    """A room that is booked all day in pieces, how many there are, and who cannot get in any more."""
    store = Store()
    for start in range(0, 1440, step):
        store.add("red", "ada", Interval(start, start + length))
    return [len(store.bookings("red")), late(store, 3, 8), late(store, 1430, 1436)]


def late(store, start, end):
    """Whether a room can still be booked."""
    try:
        store.add("red", "bob", Interval(start, end))
        return True
    except Conflict:
        return False


def listed(bookings, room):
    """The bookings of a room in its order."""
    store = Store()
    for each, who, start, end in bookings:
        store.add(each, who, Interval(start, end))
    return [[who, one.start, one.end] for who, one in store.bookings(room)]


def found(people, who):
    """The bookings of a person among people who have an hour each."""
    store = Store()
    for number, person in enumerate(people):
        store.add("red", person, Interval(number * 100, number * 100 + 60))
    return [[ident, room, one.start, one.end] for ident, room, one in store.search(who)]


def removed(idents):
    """What comes of taking bookings away, and what is left of three."""
    store = Store()
    for start in (0, 100, 200):
        store.add("red", "ada", Interval(start, start + 60))
    return [[store.remove(ident) for ident in idents], [r[0] for r in store.search("ada")]]


def booked_again():
    """A time that becomes free can be had again."""
    store = Store()
    store.remove(store.add("red", "ada", Interval(0, 60)))
    return [late(store, 10, 50), late(store, 20, 30)]


def kept():
    """What a second connection to the same file sees."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "bookings.db")
        first = Store(path)
        first.add("red", "ada", Interval(0, 60))
        first.add("blue", "bob", Interval(10, 20))
        first.remove(2)
        first.connection.close()
        second = Store(path)
        seen = [[who, one.start, one.end] for who, one in second.bookings("red")]
        left = len(second.bookings("blue"))
        second.connection.close()
        return [seen, left]


def commands(lines, text=""):
    """What commands return and print, one after the other on one store; a refusal's reason is prose."""
    store, settings, said = Store(), config.load(text), []
    for line in lines:
        out = io.StringIO()
        said.append([cli.run(line.split(" "), store, settings, out), out.getvalue().split(" at ")[0]])
    return said


def csv_of(rows):
    """Bookings as CSV."""
    return export.as_csv([(who, Interval(start, end)) for who, start, end in rows])


def archived(folder, name):
    """What packing a folder answers, which files it makes, and what is in the archive."""
    with tempfile.TemporaryDirectory() as place:
        source, out = os.path.join(place, folder), os.path.join(place, "out")
        os.makedirs(os.path.join(source, "inner"))
        os.mkdir(out)
        for path, text in (("a.txt", "a"), ("b c.txt", "b"), (".hidden", "h"), ("inner/d", "d")):
            with open(os.path.join(source, path), "w") as file:
                file.write(text)
        answer = export.archive(source, os.path.join(out, name))
        made = sorted(os.listdir(out))
        packed = []
        for each in made:
            with tarfile.open(os.path.join(out, each), "r:gz") as archive:
                for member in archive.getmembers():
                    if member.isfile():
                        packed.append([os.path.normpath(member.name), member.size])
        return [answer, made, sorted(packed)]


def not_archived():
    """What packing a folder answers that is not there."""
    with tempfile.TemporaryDirectory() as place:
        return export.archive(os.path.join(place, "no"), os.path.join(place, "out"))


def started(arguments):
    """The exit code of the command as its own process, in a folder of its own."""
    with tempfile.TemporaryDirectory() as place:
        ended = subprocess.run(
            [sys.executable, "-m", "bookings.cli", *arguments], cwd=place,
            env={**os.environ, "PYTHONPATH": os.getcwd()}, capture_output=True, text=True)
        return [ended.returncode, ended.stdout]
