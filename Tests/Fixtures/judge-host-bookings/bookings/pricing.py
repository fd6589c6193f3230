"""What a booking costs, in cents."""

from bookings.intervals import Interval

PEAK = Interval(9 * 60, 17 * 60)
PEAK_FACTOR = 150
MEMBER_DISCOUNT = 20


def base_price(minutes, hourly_rate):
    """The price of a number of minutes, rounded up to the cent."""
    return -(-minutes * hourly_rate // 60)


def price(interval, hourly_rate, member=False):
    """The price of an interval: minutes in peak hours cost half as much again."""
    start = max(interval.start, PEAK.start)
    end = min(interval.end, PEAK.end)
    peak = max(0, end - start)
    normal = interval.minutes - peak
    total = base_price(normal, hourly_rate)
    total += base_price(peak, hourly_rate) * PEAK_FACTOR // 100
    if member:
        total -= total * MEMBER_DISCOUNT // 100
    return total


def format_cents(cents):
    """An amount as text: 1250 is "12.50"."""
    sign = "-" if cents < 0 else ""
    whole, rest = divmod(abs(cents), 100)
    return f"{sign}{whole}.{rest:02d}"
