-- Phase: expand. The index that the partitioned table needs of each partition.
CREATE UNIQUE INDEX CONCURRENTLY "WebhookEvent_receivedAt_id_day_key" ON "WebhookEvent"("receivedAt", "id", "day");
