-- Made from schema.prisma, except the extension and its index.

-- PostgreSQL trusts it, so the database's owner may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TYPE "OpenState" AS ENUM ('OPENING', 'OPEN', 'OPEN_FAILED');
CREATE TYPE "NoticeKind" AS ENUM ('DECIDED', 'REVERSED', 'ACCOUNT_OPENED');

CREATE TABLE "Inquiry" (
    "id" UUID NOT NULL,
    "referenceId" VARCHAR(256) NOT NULL,
    "serviceInquiryId" UUID,
    "applicantHash" CHAR(64) NOT NULL,
    "activeApplicantHash" CHAR(64),
    "product" VARCHAR(40) NOT NULL,
    "note" VARCHAR(500),
    "openState" "OpenState" NOT NULL DEFAULT 'OPENING',
    "openKey" UUID NOT NULL,
    "openBody" TEXT NOT NULL,
    "correlationId" UUID NOT NULL,
    "openFailures" INTEGER NOT NULL DEFAULT 0,
    "reportedStatus" VARCHAR(64),
    "reportedAt" TIMESTAMPTZ(3),
    "reportsDisagree" BOOLEAN NOT NULL DEFAULT false,
    "status" VARCHAR(64),
    "statusSince" TIMESTAMPTZ(3),
    "readAt" TIMESTAMPTZ(3),
    "expiresAt" TIMESTAMPTZ(3),
    "reviewReasons" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "portalDecisionNote" TEXT,
    "portalDecidedAt" TIMESTAMPTZ(3),
    "reversedAt" TIMESTAMPTZ(3),
    "grantedAt" TIMESTAMPTZ(3),
    "accountAskedAt" TIMESTAMPTZ(3),
    "accountOpenedAt" TIMESTAMPTZ(3),
    "account" VARCHAR(64),
    "accountBlockedAt" TIMESTAMPTZ(3),
    "accountBlockedBy" UUID,
    "accountRefusal" VARCHAR(64),
    "accountError" VARCHAR(120),
    "noticeError" VARCHAR(120),
    "dueAt" TIMESTAMPTZ(3),
    "urgent" BOOLEAN NOT NULL DEFAULT false,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "lastError" VARCHAR(120),
    "failingSince" TIMESTAMPTZ(3),
    "missingSince" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT "Inquiry_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "WebhookEvent" (
    "id" UUID NOT NULL,
    "kind" VARCHAR(120) NOT NULL,
    "signedAt" TIMESTAMPTZ(3) NOT NULL,
    "arrivedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "deliveries" INTEGER NOT NULL DEFAULT 1,
    "deliveryId" VARCHAR(200),
    "serviceInquiryId" UUID,
    "referenceId" VARCHAR(256),
    "status" VARCHAR(64),
    "capabilities" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "inquiryId" UUID,
    "setAsideAt" TIMESTAMPTZ(3),
    CONSTRAINT "WebhookEvent_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "RejectedDelivery" (
    "id" UUID NOT NULL,
    "receivedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "reason" VARCHAR(60) NOT NULL,
    "deliveryId" VARCHAR(200),
    "count" INTEGER NOT NULL DEFAULT 1,
    CONSTRAINT "RejectedDelivery_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "StatusChange" (
    "id" UUID NOT NULL,
    "inquiryId" UUID NOT NULL,
    "fromStatus" VARCHAR(64),
    "toStatus" VARCHAR(64) NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "StatusChange_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "Notice" (
    "id" UUID NOT NULL,
    "inquiryId" UUID NOT NULL,
    "kind" "NoticeKind" NOT NULL,
    "status" VARCHAR(64),
    "at" TIMESTAMPTZ(3) NOT NULL,
    "sentAt" TIMESTAMPTZ(3),
    CONSTRAINT "Notice_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "AuditEntry" (
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "actor" VARCHAR(60) NOT NULL,
    "action" VARCHAR(60) NOT NULL,
    "inquiryId" UUID,
    "outcome" VARCHAR(80) NOT NULL,
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
    "sessionVersion" INTEGER NOT NULL DEFAULT 0,
    "signedInAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
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
CREATE UNIQUE INDEX "Inquiry_serviceInquiryId_key" ON "Inquiry"("serviceInquiryId");
CREATE UNIQUE INDEX "Inquiry_activeApplicantHash_key" ON "Inquiry"("activeApplicantHash");
CREATE INDEX "Inquiry_reported_idx" ON "Inquiry"("dueAt") WHERE ("reportedStatus" IS NOT NULL AND "tries" = 0 AND "urgent");
CREATE INDEX "Inquiry_urgent_idx" ON "Inquiry"("dueAt") WHERE ("urgent");
CREATE INDEX "Inquiry_dueAt_idx" ON "Inquiry"("dueAt") WHERE ("dueAt" IS NOT NULL);
CREATE INDEX "Inquiry_applicantHash_id_idx" ON "Inquiry"("applicantHash", "id");
CREATE INDEX "Inquiry_status_id_idx" ON "Inquiry"("status", "id");
CREATE INDEX "Inquiry_reportedStatus_id_idx" ON "Inquiry"("reportedStatus", "id") WHERE ("reportedStatus" IS NOT NULL);
CREATE INDEX "Inquiry_status_statusSince_id_idx" ON "Inquiry"("status", "statusSince", "id");
CREATE INDEX "Inquiry_opening_idx" ON "Inquiry"("createdAt") WHERE ("openState" = 'OPENING');
CREATE INDEX "Inquiry_owed_idx" ON "Inquiry"("grantedAt") WHERE ("grantedAt" IS NOT NULL AND "accountOpenedAt" IS NULL AND "accountRefusal" IS NULL);
CREATE INDEX "Inquiry_failing_idx" ON "Inquiry"("id") WHERE ("lastError" IS NOT NULL);
CREATE INDEX "Inquiry_troubled_idx" ON "Inquiry"("id") WHERE ("reversedAt" IS NOT NULL OR "accountError" IS NOT NULL OR "accountRefusal" IS NOT NULL OR "noticeError" IS NOT NULL);
CREATE INDEX "Inquiry_text_idx" ON "Inquiry"("id") WHERE ("openBody" <> '' OR "portalDecisionNote" IS NOT NULL OR cardinality("reviewReasons") > 0);
-- For staff who know a part of a reference or of an account number. The search has the same expression.
CREATE INDEX "Inquiry_search_idx" ON "Inquiry" USING gin (upper(regexp_replace("referenceId" || '/' || coalesce("account", ''), '[ -]', '', 'g')) gin_trgm_ops);
CREATE UNIQUE INDEX "Inquiry_standing_grant_key" ON "Inquiry"("applicantHash") WHERE ("grantedAt" IS NOT NULL);
CREATE INDEX "WebhookEvent_waiting_idx" ON "WebhookEvent"("arrivedAt") WHERE ("inquiryId" IS NULL AND "setAsideAt" IS NULL);
CREATE INDEX "WebhookEvent_unmatched_idx" ON "WebhookEvent"("serviceInquiryId") WHERE ("inquiryId" IS NULL);
CREATE INDEX "WebhookEvent_inquiryId_arrivedAt_idx" ON "WebhookEvent"("inquiryId", "arrivedAt") WHERE ("inquiryId" IS NOT NULL);
CREATE INDEX "WebhookEvent_arrivedAt_id_idx" ON "WebhookEvent"("arrivedAt", "id");
CREATE INDEX "WebhookEvent_set_aside_idx" ON "WebhookEvent"("arrivedAt", "id") WHERE ("setAsideAt" IS NOT NULL AND "status" IS NOT NULL);
CREATE INDEX "StatusChange_inquiryId_at_idx" ON "StatusChange"("inquiryId", "at");
CREATE INDEX "Notice_inquiryId_at_idx" ON "Notice"("inquiryId", "at");
CREATE INDEX "AuditEntry_inquiryId_id_idx" ON "AuditEntry"("inquiryId", "id");
CREATE INDEX "AuditEntry_action_id_idx" ON "AuditEntry"("action", "id");
CREATE INDEX "AuditEntry_actor_id_idx" ON "AuditEntry"("actor", "id");
CREATE INDEX "AuditEntry_actor_action_id_idx" ON "AuditEntry"("actor", "action", "id");
CREATE UNIQUE INDEX "User_issuer_subject_key" ON "User"("issuer", "subject");

ALTER TABLE "StatusChange" ADD CONSTRAINT "StatusChange_inquiryId_fkey" FOREIGN KEY ("inquiryId") REFERENCES "Inquiry"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Notice" ADD CONSTRAINT "Notice_inquiryId_fkey" FOREIGN KEY ("inquiryId") REFERENCES "Inquiry"("id") ON DELETE CASCADE ON UPDATE CASCADE;
