<?php
// A webhook receiver in PHP. It needs only the standard extensions.
//
//     WEBHOOK_SECRET=whsec_... php -S 127.0.0.1:8000 receiver.php
//
// It answers 200 once it has stored a signed body, 503 if it can't store it, 401 if the signature doesn't match, and 4xx
// otherwise. An event is only a report: read the inquiry's status before you act on it.
declare(strict_types=1);

const MAX_BODY_BYTES = 1024 * 1024;

/** The contract doesn't say how to derive the HMAC key from the secret (N15), so try each form. */
function keys(string $secret): array
{
    $bare = preg_replace('/^whsec_/', '', $secret);
    return [$secret, $bare, base64_decode(strtr($bare, '-_', '+/'))];
}

/** Hashes the raw bytes (W3, W4). Parsing and re-serialising the body would change them. */
function isSigned(string $body, string $header): bool
{
    $matches = false;
    foreach (keys((string) getenv('WEBHOOK_SECRET')) as $key) {
        $matches = hash_equals('sha256=' . hash_hmac('sha256', $body, $key), strtolower($header)) || $matches;
    }
    return $matches;
}

/** The event's id (W6); null if the body can't be read as an event. */
function eventId(string $body): ?string
{
    $text = preg_replace('/^\xEF\xBB\xBF/', '', $body);
    $event = json_decode($text, true, flags: JSON_INVALID_UTF8_SUBSTITUTE);
    if (!is_array($event) || !is_string($event['type'] ?? null) || !is_string($event['id'] ?? null)) {
        return null;
    }
    return preg_match('/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i', $event['id']) ? strtolower($event['id']) : null;
}

/** Stores each event once, by its signed id. A retry may have a new delivery id (N8, N11). */
function store(string $id, string $body): ?string
{
    $folder = getenv('EVENTS') ?: 'events';
    if (!is_dir($folder)) {
        @mkdir($folder, 0o700, true);
    }
    // Writing a new file and linking it makes storing atomic. The hard link fails if the event is already stored.
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
// A signed body is from the service, so store it even if it can't be parsed: a person can look at it.
$outcome = store(eventId($body) ?? 'unreadable-' . hash('sha256', $body), $body);
// Unless it gets a 2xx, the service sends the event again (N9).
answer($outcome === null ? 503 : 200, $outcome ?? 'not stored');
