-- Phase: expand. The build before this one goes on storing events in "WebhookEvent", and both builds read them.
-- Validating doesn't stop writes, and afterwards the table becomes a partition without being read again.
ALTER TABLE "WebhookEvent" VALIDATE CONSTRAINT "WebhookEvent_day_check";

CREATE TABLE "ReceivedEvent" (
  "id" UUID NOT NULL,
  "kind" VARCHAR(120) NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL,
  "receivedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "firstDeliveryId" VARCHAR(200),
  "deliveries" INTEGER NOT NULL DEFAULT 1,
  "inquiryId" UUID,
  "referenceId" VARCHAR(256),
  "correlationId" UUID,
  "status" VARCHAR(64),
  "payload" JSONB NOT NULL,
  "day" DATE NOT NULL DEFAULT '1970-01-01'
) PARTITION BY RANGE ("day");

CREATE UNIQUE INDEX "ReceivedEvent_receivedAt_id_day_key" ON "ReceivedEvent"("receivedAt", "id", "day");
CREATE INDEX "ReceivedEvent_inquiryId_idx" ON "ReceivedEvent"("inquiryId");
CREATE INDEX "ReceivedEvent_referenceId_idx" ON "ReceivedEvent"("referenceId");

ALTER TABLE "ReceivedEvent" ATTACH PARTITION "WebhookEvent" FOR VALUES FROM ('1970-01-01') TO ('1970-01-02');

-- For a day whose partition is missing, so that no event is ever refused for want of one.
CREATE TABLE "ReceivedEvent_other" PARTITION OF "ReceivedEvent" DEFAULT;
