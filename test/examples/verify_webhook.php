<?php
/** Whether a delivery is ours and at most 5 minutes old. $body is the raw request body, $header X-Service-Signature. */
function is_genuine(string $secret, string $header, string $body): bool {
    $parts = array_map(fn ($part) => explode('=', $part, 2) + ['', ''], explode(',', $header));
    $times = array_values(array_filter($parts, fn ($part) => $part[0] === 't'));
    $time = $times[0][1] ?? '0';
    if (!ctype_digit($time) || abs(time() - (int) $time) >= 300) return false;
    $mac = hash_hmac('sha256', $time . '.' . $body, base64_decode($secret));
    return (bool) array_filter($parts, fn ($part) => $part[0] === 'v1' && hash_equals($mac, $part[1]));
}
