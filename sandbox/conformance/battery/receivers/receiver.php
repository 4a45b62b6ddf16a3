<?php
// A webhook receiver in PHP that only needs the standard extensions.
//
//     WEBHOOK_SECRET=whsec_... php -S 127.0.0.1:8000 receiver.php
//
// It answers 200 once a signed body is stored, 503 if it can't be, 401 if the signature doesn't match, and 4xx otherwise. An event
// is only a report: read the inquiry's status back before you act on one.
declare(strict_types=1);

const MAX_BODY_BYTES = 1024 * 1024;

/** The contract doesn't say how the HMAC key is derived from the secret (N15), so try each form. */
function keys(string $secret): array
{
    $bare = preg_replace('/^whsec_/', '', $secret);
    return [$secret, $bare, base64_decode(strtr($bare, '-_', '+/'))];
}

/** Compares with the digest of the raw bytes (W3, W4). Parsing and re-serialising the body would change them. */
function isSigned(string $body, string $header): bool
{
    $matches = false;
    foreach (keys((string) getenv('WEBHOOK_SECRET')) as $key) {
        $matches = hash_equals('sha256=' . hash_hmac('sha256', $body, $key), strtolower($header)) || $matches;
    }
    return $matches;
}

/** The event's id (W6), or null for anything that can't be read as an event. */
function eventId(string $body): ?string
{
    $text = preg_replace('/^\xEF\xBB\xBF/', '', $body);
    $event = json_decode($text, true, flags: JSON_INVALID_UTF8_SUBSTITUTE);
    if (!is_array($event) || !is_string($event['type'] ?? null) || !is_string($event['id'] ?? null)) {
        return null;
    }
    return preg_match('/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i', $event['id']) ? strtolower($event['id']) : null;
}

/** Stores every event once. Retries have the same signed id, but not always the same delivery id (N8, N11). */
function store(string $id, string $body): ?string
{
    $folder = getenv('EVENTS') ?: 'events';
    if (!is_dir($folder)) {
        @mkdir($folder, 0o700, true);
    }
    // A file is either complete or missing. The hard link fails if the event is already known.
    $new = "$folder/new-" . bin2hex(random_bytes(8));
    $isNew = @file_put_contents($new, $body) === strlen($body) && @link($new, "$folder/$id.json");
    @unlink($new);
    if ($isNew) {
        return 'stored';
    }
    return is_file("$folder/$id.json") ? 'duplicate' : null;
}

function answer(int $status, string $outcome): void
{
    http_response_code($status);
    header('Content-Type: application/json');
    echo json_encode(['outcome' => $outcome]);
}

if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
    answer(405, 'POST only');
    return;
}
$body = (string) file_get_contents('php://input', length: MAX_BODY_BYTES + 1);
if (strlen($body) > MAX_BODY_BYTES) {
    answer(413, 'too large');
    return;
}
if (!isSigned($body, $_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? '')) {
    answer(401, 'signature');
    return;
}
// A signed body comes from the service. If this script can't parse it, it is stored anyway, for a person to look at.
$outcome = store(eventId($body) ?? 'unreadable-' . hash('sha256', $body), $body);
// Without a 200, the service sends the event again (N9).
answer($outcome === null ? 503 : 200, $outcome ?? 'not stored');
