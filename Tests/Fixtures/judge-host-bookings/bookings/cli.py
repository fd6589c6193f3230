"""The command: book, list, free."""

import argparse
import sys

from bookings import config, intervals, pricing
from bookings.store import Conflict, Store


def clock(text):
    """Minutes since midnight of a text like 09:30."""
    hours, minutes = text.split(":")
    return int(hours) * 60 + int(minutes)


def show(minutes):
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


def build_parser():
    parser = argparse.ArgumentParser(prog="bookings")
    commands = parser.add_subparsers(dest="command", required=True)
    book = commands.add_parser("book")
    book.add_argument("room")
    book.add_argument("who")
    book.add_argument("start", type=clock)
    book.add_argument("end", type=clock)
    listing = commands.add_parser("list")
    listing.add_argument("room")
    free = commands.add_parser("free")
    free.add_argument("room")
    return parser


def run(arguments, store, settings, out=sys.stdout):
    """Runs one command and returns the exit code."""
    options = build_parser().parse_args(arguments)
    if options.command == "book":
        interval = intervals.Interval(options.start, options.end)
        try:
            store.add(options.room, options.who, interval)
        except Conflict as conflict:
            print(conflict, file=out)
            return 1
        cost = pricing.price(interval, settings["hourly_rate"])
        print(f"booked for {pricing.format_cents(cost)}", file=out)
        return 0
    taken = store.bookings(options.room)
    if options.command == "list":
        for who, interval in taken:
            print(f"{show(interval.start)}-{show(interval.end)} {who}", file=out)
        return 0
    day = intervals.Interval(settings["opening"], settings["closing"])
    for gap in intervals.gaps([interval for _, interval in taken], day):
        print(f"{show(gap.start)}-{show(gap.end)}", file=out)
    return 0


def main():
    return run(sys.argv[1:], Store("bookings.db"), config.load(""))


if __name__ == "__main__":
    sys.exit(main())
