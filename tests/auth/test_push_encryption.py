"""Notifications can be read by the device alone, and show who sent them."""

import pytest
from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fetch.origin import Received
from tests.push_device import PushDevice, decoded, encoded, proven_claims
from tidings.auth.push_encryption import (
    DeviceKeys,
    check_keys,
    encrypt,
    new_private_key,
    public_bytes,
)
from tidings.auth.vapid import (
    authorization,
    from_web_base64,
    private_bytes,
    private_key,
    web_base64,
)
from tidings.core.errors import Invalid

DEVICE = PushDevice()
SALT = bytes(range(16))


def test_message_is_the_one_of_the_standard() -> None:
    # RFC 8291, section 5.
    ours = private_key(decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
    point = (
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcx"
        "aOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    )
    keys = DeviceKeys(decoded(point), decoded("BTBZMqHH6r4Tts7J_aSIgg"))
    salt = decoded("DGv6ra1nlYgDCS1FRnbzlw")
    text = b"When I grow up, I want to be a watermelon"
    assert encoded(encrypt(text, keys, salt, ours)) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
        "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
        "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


@settings(max_examples=30)
@given(st.binary(max_size=3072))
def test_device_reads_what_was_written(text: bytes) -> None:
    keys = DeviceKeys(DEVICE.point, DEVICE.auth)
    assert DEVICE.decrypt(encrypt(text, keys, SALT, new_private_key())) == text


def test_another_device_reads_nothing() -> None:
    keys = DeviceKeys(DEVICE.point, DEVICE.auth)
    body = encrypt(b"secret", keys, SALT, new_private_key())
    for other in (PushDevice(auth=DEVICE.auth), PushDevice(key=DEVICE.key)):
        with pytest.raises(InvalidTag):
            other.decrypt(body)


@pytest.mark.parametrize(
    ("point", "auth", "field"),
    [
        (DEVICE.point[:-1], DEVICE.auth, "keys.p256dh"),
        (b"\x04" + bytes(64), DEVICE.auth, "keys.p256dh"),
        (b"\x02" + DEVICE.point[1:], DEVICE.auth, "keys.p256dh"),
        (DEVICE.point, DEVICE.auth[:-1], "keys.auth"),
        (DEVICE.point, b"", "keys.auth"),
    ],
    ids=["short point", "no point", "squeezed point", "short secret", "no secret"],
)
def test_keys_that_cannot_work_are_refused(
    point: bytes, auth: bytes, field: str
) -> None:
    with pytest.raises(Invalid) as refused:
        check_keys(DeviceKeys(point, auth))
    assert refused.value.details == {"field": field}


def test_keys_of_a_browser_are_taken_and_work() -> None:
    device = PushDevice()
    keys = DeviceKeys(device.point, device.auth)
    check_keys(keys)
    assert device.decrypt(encrypt(b"rain", keys, SALT, new_private_key())) == b"rain"


def sent(header: str) -> Received:
    return Received("POST", "/", "/", {}, {"authorization": header}, b"", 1)


def test_sender_is_proven_to_one_push_service_for_half_a_day() -> None:
    ours = new_private_key()
    header = authorization(ours, "https://push.example", "https://news.example", 1000)
    said = proven_claims(sent(header), encoded(public_bytes(ours)))
    assert said == {
        "aud": "https://push.example",
        "exp": 1000 + 12 * 60 * 60,
        "sub": "https://news.example",
    }


def test_the_proof_checks_the_signature() -> None:
    ours, other = new_private_key(), new_private_key()
    header = authorization(ours, "https://push.example", "https://news.example", 1000)
    forged = header.replace(encoded(public_bytes(ours)), encoded(public_bytes(other)))
    with pytest.raises(InvalidSignature):
        proven_claims(sent(forged), encoded(public_bytes(other)))


def test_key_is_the_same_after_it_was_kept() -> None:
    ours = new_private_key()
    again = private_key(private_bytes(ours))
    assert public_bytes(again) == public_bytes(ours)
    assert len(private_bytes(ec.derive_private_key(7, ec.SECP256R1()))) == 32


@given(st.binary(max_size=40))
def test_web_base64_loses_nothing(data: bytes) -> None:
    assert from_web_base64(web_base64(data)) == data
