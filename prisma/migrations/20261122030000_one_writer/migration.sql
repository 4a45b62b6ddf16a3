-- One writer for each fact: what events report and what reads confirm become separate columns.
-- Phase: expand, backfill and contract in one step. The build before this one can't run on the result, so stop it first.

-- Expand
ALTER TABLE "Inquiry"
  ADD COLUMN "activeApplicantHash" CHAR(64),
  ADD COLUMN "reportedStatus" VARCHAR(64),
  ADD COLUMN "reportedAt" TIMESTAMPTZ(3),
  ADD COLUMN "heardAt" TIMESTAMPTZ(3),
  ADD COLUMN "readAt" TIMESTAMPTZ(3);

ALTER TABLE "StatusChange" ADD COLUMN "readAt" TIMESTAMPTZ(3);

ALTER TABLE "ServiceGate"
  ADD COLUMN "tokens" DOUBLE PRECISION NOT NULL DEFAULT 0,
  ADD COLUMN "refilledAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP;

CREATE TABLE "AccountOpening" (
  "inquiryRow" UUID NOT NULL,
  "requestedAt" TIMESTAMPTZ(3) NOT NULL,
  "nextTryAt" TIMESTAMPTZ(3),
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "error" VARCHAR(120),
  "openedAt" TIMESTAMPTZ(3),
  "account" VARCHAR(64),
  CONSTRAINT "AccountOpening_pkey" PRIMARY KEY ("inquiryRow")
);

-- Backfill: what events have reported so far
UPDATE "Inquiry" AS "row"
SET "reportedStatus" = newest."status", "reportedAt" = newest."createdAt", "heardAt" = newest."heardAt"
FROM (
  SELECT DISTINCT ON ("inquiryId") "inquiryId", "status", "createdAt",
    max("receivedAt") OVER (PARTITION BY "inquiryId") AS "heardAt"
  FROM "WebhookEvent"
  WHERE "inquiryId" IS NOT NULL AND "status" IS NOT NULL
  ORDER BY "inquiryId", "createdAt" DESC
) AS newest
WHERE newest."inquiryId" = "row"."inquiryId";

-- Backfill: what reads have confirmed. A status that only an event had reported becomes the last confirmed decision,
-- if there was one, and is read again at once.
UPDATE "Inquiry" SET
  "activeApplicantHash" = "liveFor",
  "readAt" = CASE WHEN "confirmedAt" IS NOT NULL THEN "confirmedAt" ELSE "decidedAt" END,
  "status" = CASE WHEN "confirmedAt" IS NOT NULL THEN "status" ELSE "decision" END,
  "nextReadAt" = CASE
    WHEN "openState" = 'OPEN' AND "confirmedAt" IS NULL THEN CURRENT_TIMESTAMP
    ELSE "nextReadAt"
  END,
  "urgent" = "urgent" OR ("openState" = 'OPEN' AND "confirmedAt" IS NULL);

-- Backfill: decisions of the last 30 days are watched for a silent reversal from now on (N29)
UPDATE "Inquiry"
SET "nextReadAt" = "decidedAt" + CASE
  WHEN CURRENT_TIMESTAMP < "decidedAt" + interval '1 day' THEN interval '1 day'
  WHEN CURRENT_TIMESTAMP < "decidedAt" + interval '7 days' THEN interval '7 days'
  ELSE interval '30 days'
END
WHERE "nextReadAt" IS NULL AND "status" IN ('APPROVED', 'DECLINED', 'FAILED')
  AND "decidedAt" > CURRENT_TIMESTAMP - interval '30 days';

-- Backfill: where the newest event is younger than the last read and contradicts it, a read is due
UPDATE "Inquiry" SET "nextReadAt" = CURRENT_TIMESTAMP, "urgent" = true
WHERE "openState" = 'OPEN' AND "reportedStatus" <> "status" AND "readAt" <= "heardAt";

-- Backfill: accounts that were opened stay opened. A grant counts only while its approval does, once per applicant.
INSERT INTO "AccountOpening" ("inquiryRow", "requestedAt", "attempts", "openedAt")
SELECT "id", "grantedAt", 1, "grantedAt" FROM "Inquiry" WHERE "grantedAt" IS NOT NULL;

UPDATE "Inquiry" SET "grantedAt" = NULL
WHERE "grantedAt" IS NOT NULL AND "id" NOT IN (
  SELECT DISTINCT ON ("applicantHash") "id" FROM "Inquiry"
  WHERE "grantedAt" IS NOT NULL AND "status" = 'APPROVED'
  ORDER BY "applicantHash", "grantedAt"
);

-- Backfill: the history keeps what reads showed. What events reported is in WebhookEvent
DELETE FROM "StatusChange" WHERE "source" = 'WEBHOOK';
UPDATE "StatusChange" SET "readAt" = "asOf";

-- Contract
DROP INDEX "Inquiry_liveFor_key";
DROP INDEX "Inquiry_urgent_nextReadAt_idx";
DROP INDEX "WebhookEvent_outcome_receivedAt_idx";
ALTER TABLE "Inquiry"
  DROP COLUMN "confirmedAt",
  DROP COLUMN "decision",
  DROP COLUMN "liveFor",
  DROP COLUMN "statusAsOf",
  DROP COLUMN "statusReceivedAt",
  DROP COLUMN "statusSource";
ALTER TABLE "ServiceGate" DROP COLUMN "nextTurnAt";
ALTER TABLE "StatusChange"
  DROP COLUMN "asOf",
  DROP COLUMN "eventId",
  DROP COLUMN "source",
  ALTER COLUMN "readAt" SET NOT NULL;
ALTER TABLE "WebhookEvent" DROP COLUMN "heldBecause", DROP COLUMN "outcome";
DROP TYPE "EventOutcome";
DROP TYPE "StatusSource";

CREATE INDEX "AccountOpening_nextTryAt_idx" ON "AccountOpening"("nextTryAt") WHERE ("nextTryAt" IS NOT NULL);
CREATE INDEX "AccountOpening_failing_idx" ON "AccountOpening"("inquiryRow") WHERE ("error" IS NOT NULL);
CREATE UNIQUE INDEX "Inquiry_activeApplicantHash_key" ON "Inquiry"("activeApplicantHash");
CREATE INDEX "Inquiry_urgent_openState_nextReadAt_idx"
  ON "Inquiry"("urgent", "openState", "nextReadAt") WHERE ("nextReadAt" IS NOT NULL);
CREATE UNIQUE INDEX "Inquiry_standing_grant_key" ON "Inquiry"("applicantHash") WHERE ("grantedAt" IS NOT NULL);
ALTER TABLE "AccountOpening" ADD CONSTRAINT "AccountOpening_inquiryRow_fkey"
  FOREIGN KEY ("inquiryRow") REFERENCES "Inquiry"("id") ON DELETE CASCADE ON UPDATE CASCADE;
