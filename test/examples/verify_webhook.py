import base64, hashlib, hmac, time

def is_genuine(secret: str, header: str, body: bytes, now: float | None = None) -> bool:
    """Whether a delivery is ours and at most 5 minutes old. `body` is the raw request body, `header` X-Service-Signature."""
    parts = [part.partition("=")[::2] for part in header.split(",")]
    sent = next((value for name, value in parts if name == "t"), "0")
    if not sent.isdecimal() or abs((now or time.time()) - int(sent)) >= 300:
        return False
    mac = hmac.new(base64.b64decode(secret), f"{sent}.".encode() + body, hashlib.sha256).hexdigest()
    return any(name == "v1" and hmac.compare_digest(value.encode(), mac.encode()) for name, value in parts)
