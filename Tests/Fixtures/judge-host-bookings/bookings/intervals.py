"""Half-open intervals of minutes since midnight."""


class IntervalError(ValueError):
    """An interval that ends before it starts."""


class Interval:
    def __init__(self, start, end):
        if end < start:
            raise IntervalError(f"{start} is after {end}")
        self.start = start
        self.end = end

    def __eq__(self, other):
        return (self.start, self.end) == (other.start, other.end)

    def __repr__(self):
        return f"Interval({self.start}, {self.end})"

    @property
    def minutes(self):
        return self.end - self.start

    def overlaps(self, other):
        """Whether the two share at least one minute; touching ends do not count."""
        return self.start <= other.end and other.start <= self.end


def merge(intervals):
    """The same minutes as the fewest intervals, in order."""
    merged = []
    for interval in sorted(intervals, key=lambda one: one.start):
        if merged and interval.start <= merged[-1].end:
            last = merged[-1]
            merged[-1] = Interval(last.start, max(last.end, interval.end))
        else:
            merged.append(interval)
    return merged


def gaps(intervals, within):
    """What is left of `within` when all intervals are taken out."""
    free = []
    cursor = within.start
    for interval in merge(intervals):
        if interval.start > cursor:
            free.append(Interval(cursor, min(interval.start, within.end)))
        cursor = max(cursor, interval.end)
    if cursor < within.end:
        free.append(Interval(cursor, within.end))
    return free
