-- Phase: backfill. The trigger has noted the ids since. No row of "WebhookEvent" is locked.
INSERT INTO "KnownEvent" ("id", "receivedAt", "deliveries")
SELECT "id", "receivedAt", "deliveries" FROM "WebhookEvent"
ON CONFLICT ("id") DO NOTHING;
