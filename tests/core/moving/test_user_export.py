"""What travels between installations holds no address that runs, and clashes with none."""

from tidings.core.moving.user_export import arrival_keys, portable_extras

HASH = bytes(range(32))


def is_web(text):
    return text.startswith("https://")


def test_extras_keep_what_is_of_the_web():
    extras = {
        "categories": ["a", 3, "b"],
        "enclosures": [
            {"url": "https://x.example/a.mp3", "length": 5, "deep": {"x": 1}},
            {"url": "javascript:alert(1)"},
            "odd",
        ],
        "comments_url": "javascript:alert(1)",
        "anything": "else",
    }
    assert portable_extras(extras, is_web) == {
        "categories": ["a", "b"],
        "enclosures": [{"url": "https://x.example/a.mp3", "length": 5}],
    }


def test_extras_of_odd_shapes_are_left_out():
    odd = {"categories": "a", "enclosures": {"url": "https://x"}, "comments_url": 3}
    assert portable_extras(odd, is_web) == {}


def test_extras_that_travelled_travel_the_same_again():
    extras = {"categories": ["a"], "comments_url": "https://x.example/c"}
    assert portable_extras(portable_extras(extras, is_web), is_web) == extras


def test_same_guid_of_two_feeds_is_two_entries():
    one = arrival_keys("https://a.example/", "1", None, HASH)
    other = arrival_keys("https://b.example/", "1", None, HASH)
    assert one.guid_key != other.guid_key
    assert one == arrival_keys("https://a.example/", "1", "https://x.example/", HASH)


def test_entry_without_guid_and_address_is_known_by_its_text():
    one = arrival_keys("https://a.example/", None, None, HASH)
    assert one.guid_key != arrival_keys("https://a.example/", None, None, HASH[1:])


def test_saved_page_is_known_by_its_address():
    keys = arrival_keys(None, "guid", "https://x.example/p", HASH)
    assert keys.guid_key is None
    assert keys.url_key == arrival_keys(None, None, "http://x.example/p", HASH).url_key
