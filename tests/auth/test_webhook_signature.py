"""Signatures are those of the Standard Webhooks specification."""

import pytest

from tidings.auth.webhook_signature import secret_text, signed_headers


def test_signature_is_the_one_of_the_published_example():
    headers = signed_headers(
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        "msg_p5jXN8AQM9LWM0D4loKWxJek",
        1614265330,
        b'{"test": 2432232314}',
    )
    assert headers == {
        "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    }


def test_secret_is_made_of_32_bytes():
    assert secret_text(bytes(32)).startswith("whsec_AAAA")
    with pytest.raises(ValueError, match="32 bytes"):
        secret_text(b"short")
