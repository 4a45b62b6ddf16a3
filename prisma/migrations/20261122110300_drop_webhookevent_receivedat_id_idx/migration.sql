-- Phase: expand. The unique index serves the same queries, of both builds.
DROP INDEX CONCURRENTLY "WebhookEvent_receivedAt_id_idx";
