"""CPU time and memory of other processes, from the kernel's accounts."""

from __future__ import annotations

from pathlib import Path

from tests.running import descendants


def cpu_seconds(pid: int) -> float:
    """CPU time of a process and its children so far, to the nanosecond.

    Threads and children that have ended are not in it: measure over a time in which none ends.
    """
    return sum(_of_threads(one) for one in {pid} | descendants(pid))


def rss_bytes(pid: int) -> int:
    """Memory of a process and its children that is really in use; what they share counts once
    for each sharer's part (PSS), so that forked pool processes are not counted twice.
    """
    return sum(_pss(one) for one in {pid} | descendants(pid))


def _pss(pid: int) -> int:
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    except OSError:  # it has just ended
        return 0
    line = next(line for line in text.splitlines() if line.startswith("Pss:"))
    return 1024 * int(line.split()[1])


def _of_threads(pid: int) -> float:
    files = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(file.read_text().split()[0]) for file in files) / 1e9


def spread(values: list[float], digits: int = 3) -> dict[str, float]:
    """Median, least and greatest of some measurements."""
    ordered = sorted(values)
    middle = len(ordered) // 2
    median = ordered[middle] if len(ordered) % 2 else sum(ordered[middle - 1 : middle + 1]) / 2
    return {
        "median": round(median, digits),
        "min": round(ordered[0], digits),
        "max": round(ordered[-1], digits),
    }
