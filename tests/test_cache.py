"""What is kept stays within its weight, and what was used last stays longest."""

from gradstep.app.cache import Cache


def kept(cache: Cache[str, str], keys: str) -> str:
    return "".join(key for key in keys if cache.get(key) is not None)


def test_what_was_not_used_for_longest_makes_room() -> None:
    cache = Cache[str, str](capacity=10, weigh=len)
    cache.put("a", "x" * 5)
    cache.put("b", "x" * 5)
    cache.get("a")
    cache.put("c", "x" * 5)
    assert kept(cache, "abc") == "ac"


def test_what_is_too_large_is_not_kept_and_drives_nothing_out() -> None:
    cache = Cache[str, str](capacity=10, weigh=len)
    cache.put("a", "x" * 10)
    cache.put("b", "x" * 11)
    assert kept(cache, "ab") == "a"


def test_a_value_put_again_weighs_once() -> None:
    cache = Cache[str, str](capacity=10, weigh=len)
    cache.put("a", "x" * 5)
    cache.put("b", "x" * 5)
    cache.put("b", "x" * 4)
    assert kept(cache, "ab") == "ab"


def test_without_room_nothing_is_kept() -> None:
    cache = Cache[str, str](capacity=0, weigh=len)
    cache.put("a", "x")
    assert kept(cache, "a") == ""
