-- Made from schema.prisma. The partitions at the end, and the trigger, are what Prisma has no words for.

CREATE TYPE "OpenState" AS ENUM ('OPENING', 'OPEN', 'OPEN_FAILED');

CREATE TABLE "Inquiry" (
    "id" UUID NOT NULL,
    "referenceId" VARCHAR(256) NOT NULL,
    "inquiryId" UUID,
    "applicantHash" CHAR(64) NOT NULL,
    "activeApplicantHash" CHAR(64),
    "product" VARCHAR(40) NOT NULL,
    "note" VARCHAR(500),
    "openState" "OpenState" NOT NULL DEFAULT 'OPENING',
    "openKey" UUID NOT NULL,
    "openBody" TEXT NOT NULL,
    "openAttempts" INTEGER NOT NULL DEFAULT 0,
    "openError" VARCHAR(120),
    "correlationId" UUID NOT NULL,
    "orphanId" UUID,
    "reportedStatus" VARCHAR(64),
    "reportedAt" TIMESTAMPTZ(3),
    "heardAt" TIMESTAMPTZ(3),
    "capabilities" TEXT[],
    "status" VARCHAR(64),
    "readAt" TIMESTAMPTZ(3),
    "expiresAt" TIMESTAMPTZ(3),
    "reviewReasons" TEXT[],
    "portalDecisionNote" TEXT,
    "portalDecidedAt" TIMESTAMPTZ(3),
    "decidedAt" TIMESTAMPTZ(3),
    "waitingSince" TIMESTAMPTZ(3),
    "reversedAt" TIMESTAMPTZ(3),
    "grantedAt" TIMESTAMPTZ(3),
    "nextReadAt" TIMESTAMPTZ(3),
    "urgent" BOOLEAN NOT NULL DEFAULT false,
    "readAttempts" INTEGER NOT NULL DEFAULT 0,
    "readError" VARCHAR(120),
    "fruitlessReads" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "Inquiry_pkey" PRIMARY KEY ("id")
);

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

CREATE TABLE "KnownEvent" (
    "id" UUID NOT NULL,
    "receivedAt" TIMESTAMPTZ(3) NOT NULL,
    "deliveries" INTEGER NOT NULL DEFAULT 1,
    CONSTRAINT "KnownEvent_pkey" PRIMARY KEY ("id")
);

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

CREATE TABLE "RejectedDelivery" (
    "id" UUID NOT NULL,
    "receivedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "reason" VARCHAR(60) NOT NULL,
    "deliveryId" VARCHAR(200),
    "bodyBytes" INTEGER,
    "count" INTEGER NOT NULL DEFAULT 1,
    CONSTRAINT "RejectedDelivery_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "StatusChange" (
    "id" UUID NOT NULL,
    "inquiryRow" UUID NOT NULL,
    "fromStatus" VARCHAR(64),
    "toStatus" VARCHAR(64) NOT NULL,
    "readAt" TIMESTAMPTZ(3) NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "StatusChange_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "AuditEntry" (
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor" VARCHAR(60) NOT NULL,
    "action" VARCHAR(60) NOT NULL,
    "inquiryRow" UUID,
    "outcome" VARCHAR(60) NOT NULL,
    "correlationId" UUID,
    "subject" UUID,
    CONSTRAINT "AuditEntry_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "User" (
    "id" UUID NOT NULL,
    "issuer" VARCHAR(500) NOT NULL,
    "subject" VARCHAR(255) NOT NULL,
    "email" VARCHAR(254) NOT NULL,
    "name" VARCHAR(120) NOT NULL,
    "role" VARCHAR(40) NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "sessionsFrom" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "signedInAt" TIMESTAMPTZ(3),
    "seenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "User_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "ServiceGate" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "tokens" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "refilledAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "pausedUntil" TIMESTAMPTZ(3),
    "pauseReason" VARCHAR(60),
    CONSTRAINT "ServiceGate_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "RateLimiterFlexible" (
    "key" TEXT NOT NULL,
    "points" INTEGER NOT NULL,
    -- squawk-ignore prefer-timestamp-tz
    "expire" TIMESTAMP(3),
    CONSTRAINT "RateLimiterFlexible_pkey" PRIMARY KEY ("key")
);

CREATE UNIQUE INDEX "Inquiry_referenceId_key" ON "Inquiry"("referenceId");
CREATE UNIQUE INDEX "Inquiry_inquiryId_key" ON "Inquiry"("inquiryId");
CREATE UNIQUE INDEX "Inquiry_activeApplicantHash_key" ON "Inquiry"("activeApplicantHash");
CREATE INDEX "Inquiry_urgent_openState_nextReadAt_idx" ON "Inquiry"("urgent", "openState", "nextReadAt") WHERE ("nextReadAt" IS NOT NULL);
CREATE INDEX "Inquiry_applicantHash_id_idx" ON "Inquiry"("applicantHash", "id");
CREATE INDEX "Inquiry_status_id_idx" ON "Inquiry"("status", "id");
CREATE INDEX "Inquiry_waitingSince_id_idx" ON "Inquiry"("waitingSince", "id") WHERE ("waitingSince" IS NOT NULL);
CREATE INDEX "Inquiry_status_waitingSince_id_idx" ON "Inquiry"("status", "waitingSince", "id") WHERE ("waitingSince" IS NOT NULL);
CREATE INDEX "Inquiry_referenceId_idx" ON "Inquiry" USING SPGIST ("referenceId");
CREATE INDEX "Inquiry_troubled_idx" ON "Inquiry"("id") WHERE ("reversedAt" IS NOT NULL OR "orphanId" IS NOT NULL OR "readError" IS NOT NULL OR "openError" IS NOT NULL);
CREATE INDEX "Inquiry_text_idx" ON "Inquiry"("id") WHERE ("note" IS NOT NULL OR "portalDecisionNote" IS NOT NULL OR cardinality("reviewReasons") > 0);
CREATE UNIQUE INDEX "Inquiry_standing_grant_key" ON "Inquiry"("applicantHash") WHERE ("grantedAt" IS NOT NULL);
CREATE INDEX "AccountOpening_nextTryAt_idx" ON "AccountOpening"("nextTryAt") WHERE ("nextTryAt" IS NOT NULL);
CREATE INDEX "AccountOpening_failing_idx" ON "AccountOpening"("inquiryRow") WHERE ("error" IS NOT NULL);
CREATE INDEX "ReceivedEvent_inquiryId_idx" ON "ReceivedEvent"("inquiryId");
CREATE INDEX "ReceivedEvent_referenceId_idx" ON "ReceivedEvent"("referenceId");
CREATE UNIQUE INDEX "ReceivedEvent_receivedAt_id_day_key" ON "ReceivedEvent"("receivedAt", "id", "day");
CREATE INDEX "StatusChange_inquiryRow_id_idx" ON "StatusChange"("inquiryRow", "id");
CREATE INDEX "AuditEntry_inquiryRow_id_idx" ON "AuditEntry"("inquiryRow", "id");
CREATE UNIQUE INDEX "User_issuer_subject_key" ON "User"("issuer", "subject");

ALTER TABLE "AccountOpening" ADD CONSTRAINT "AccountOpening_inquiryRow_fkey" FOREIGN KEY ("inquiryRow") REFERENCES "Inquiry"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "StatusChange" ADD CONSTRAINT "StatusChange_inquiryRow_fkey" FOREIGN KEY ("inquiryRow") REFERENCES "Inquiry"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Events without a day. Its indexes are those of the partitioned table, under names of its own.
CREATE TABLE "WebhookEvent" (
    LIKE "ReceivedEvent" INCLUDING DEFAULTS,
    CONSTRAINT "WebhookEvent_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "WebhookEvent_day_check" CHECK ("day" >= '1970-01-01' AND "day" < '1970-01-02')
);
CREATE UNIQUE INDEX "WebhookEvent_receivedAt_id_day_key" ON "WebhookEvent"("receivedAt", "id", "day");
CREATE INDEX "WebhookEvent_inquiryId_idx" ON "WebhookEvent"("inquiryId");
CREATE INDEX "WebhookEvent_referenceId_idx" ON "WebhookEvent"("referenceId");
ALTER TABLE "ReceivedEvent" ATTACH PARTITION "WebhookEvent" FOR VALUES FROM ('1970-01-01') TO ('1970-01-02');

-- For a day whose partition is missing, so that no event is ever refused for want of one.
CREATE TABLE "ReceivedEvent_other" PARTITION OF "ReceivedEvent" DEFAULT;

CREATE FUNCTION "note_known_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "KnownEvent" ("id", "receivedAt", "deliveries") VALUES (NEW."id", NEW."receivedAt", NEW."deliveries")
  ON CONFLICT ("id") DO UPDATE SET "deliveries" = "KnownEvent"."deliveries" + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER "WebhookEvent_known" AFTER INSERT OR UPDATE OF "deliveries" ON "WebhookEvent"
FOR EACH ROW EXECUTE FUNCTION "note_known_event"();
