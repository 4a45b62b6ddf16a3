-- CreateEnum
CREATE TYPE "OpenState" AS ENUM ('OPENING', 'OPEN', 'OPEN_FAILED');

-- CreateEnum
CREATE TYPE "StatusSource" AS ENUM ('WEBHOOK', 'READ');

-- CreateEnum
CREATE TYPE "EventOutcome" AS ENUM ('APPLIED', 'STALE', 'UNMATCHED', 'IGNORED');

-- CreateEnum
CREATE TYPE "Role" AS ENUM ('VIEWER', 'REVIEWER', 'ADMIN');

-- CreateTable
CREATE TABLE "Inquiry" (
    "id" UUID NOT NULL,
    "referenceId" VARCHAR(256) NOT NULL,
    "inquiryId" UUID,
    "applicantHash" CHAR(64) NOT NULL,
    "liveFor" CHAR(64),
    "product" VARCHAR(40) NOT NULL,
    "note" VARCHAR(500),
    "noteWords" TEXT[],
    "openState" "OpenState" NOT NULL DEFAULT 'OPENING',
    "openKey" UUID NOT NULL,
    "openBody" TEXT NOT NULL,
    "openAttempts" INTEGER NOT NULL DEFAULT 0,
    "openError" VARCHAR(120),
    "correlationId" UUID NOT NULL,
    "status" VARCHAR(64),
    "statusAsOf" TIMESTAMPTZ(3),
    "statusSource" "StatusSource",
    "statusReceivedAt" TIMESTAMPTZ(3),
    "confirmedAt" TIMESTAMPTZ(3),
    "expiresAt" TIMESTAMPTZ(3),
    "reviewReasons" TEXT[],
    "portalDecisionNote" TEXT,
    "portalDecidedAt" TIMESTAMPTZ(3),
    "capabilities" TEXT[],
    "nextReadAt" TIMESTAMPTZ(3),
    "urgent" BOOLEAN NOT NULL DEFAULT false,
    "readAttempts" INTEGER NOT NULL DEFAULT 0,
    "readError" VARCHAR(120),
    "grantedAt" TIMESTAMPTZ(3),
    "decision" VARCHAR(64),
    "decidedAt" TIMESTAMPTZ(3),
    "reversedAt" TIMESTAMPTZ(3),
    "orphanId" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Inquiry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "WebhookEvent" (
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
    "outcome" "EventOutcome" NOT NULL,
    "heldBecause" VARCHAR(120),

    CONSTRAINT "WebhookEvent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "RejectedDelivery" (
    "id" UUID NOT NULL,
    "receivedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "reason" VARCHAR(60) NOT NULL,
    "deliveryId" VARCHAR(200),
    "bodyBytes" INTEGER NOT NULL,

    CONSTRAINT "RejectedDelivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "StatusChange" (
    "id" UUID NOT NULL,
    "inquiryRow" UUID NOT NULL,
    "fromStatus" VARCHAR(64),
    "toStatus" VARCHAR(64) NOT NULL,
    "source" "StatusSource" NOT NULL,
    "asOf" TIMESTAMPTZ(3) NOT NULL,
    "eventId" UUID,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "StatusChange_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AuditEntry" (
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor" VARCHAR(60) NOT NULL,
    "action" VARCHAR(60) NOT NULL,
    "inquiryRow" UUID,
    "outcome" VARCHAR(60) NOT NULL,
    "correlationId" UUID,

    CONSTRAINT "AuditEntry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "User" (
    "id" UUID NOT NULL,
    "email" VARCHAR(254) NOT NULL,
    "name" VARCHAR(120) NOT NULL,
    "role" "Role" NOT NULL,
    "passwordHash" TEXT,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "sessionsFrom" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "User_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ServiceGate" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "nextTurnAt" TIMESTAMPTZ(6) NOT NULL,
    "pausedUntil" TIMESTAMPTZ(3),
    "pauseReason" VARCHAR(60),

    CONSTRAINT "ServiceGate_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "RateLimiterFlexible" (
    "key" TEXT NOT NULL,
    "points" INTEGER NOT NULL,
    "expire" TIMESTAMP(3),

    CONSTRAINT "RateLimiterFlexible_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "Inquiry_referenceId_key" ON "Inquiry"("referenceId");

-- CreateIndex
CREATE UNIQUE INDEX "Inquiry_inquiryId_key" ON "Inquiry"("inquiryId");

-- CreateIndex
CREATE UNIQUE INDEX "Inquiry_liveFor_key" ON "Inquiry"("liveFor");

-- CreateIndex
CREATE INDEX "Inquiry_urgent_nextReadAt_idx" ON "Inquiry"("urgent" DESC, "nextReadAt") WHERE ("nextReadAt" IS NOT NULL);

-- CreateIndex
CREATE INDEX "Inquiry_applicantHash_id_idx" ON "Inquiry"("applicantHash", "id");

-- CreateIndex
CREATE INDEX "Inquiry_status_id_idx" ON "Inquiry"("status", "id");

-- CreateIndex
CREATE INDEX "Inquiry_referenceId_idx" ON "Inquiry" USING SPGIST ("referenceId");

-- CreateIndex
CREATE INDEX "Inquiry_noteWords_idx" ON "Inquiry" USING GIN ("noteWords") WHERE ("note" IS NOT NULL);

-- CreateIndex
CREATE INDEX "Inquiry_attention_idx" ON "Inquiry"("id") WHERE ("reversedAt" IS NOT NULL OR "orphanId" IS NOT NULL OR "readError" IS NOT NULL OR "openState" = 'OPEN_FAILED');

-- CreateIndex
CREATE INDEX "WebhookEvent_inquiryId_idx" ON "WebhookEvent"("inquiryId");

-- CreateIndex
CREATE INDEX "WebhookEvent_referenceId_idx" ON "WebhookEvent"("referenceId");

-- CreateIndex
CREATE INDEX "WebhookEvent_receivedAt_id_idx" ON "WebhookEvent"("receivedAt", "id");

-- CreateIndex
CREATE INDEX "WebhookEvent_outcome_receivedAt_idx" ON "WebhookEvent"("outcome", "receivedAt");

-- CreateIndex
CREATE INDEX "StatusChange_inquiryRow_id_idx" ON "StatusChange"("inquiryRow", "id");

-- CreateIndex
CREATE INDEX "AuditEntry_inquiryRow_id_idx" ON "AuditEntry"("inquiryRow", "id");

-- CreateIndex
CREATE UNIQUE INDEX "User_email_key" ON "User"("email");

-- AddForeignKey
ALTER TABLE "StatusChange" ADD CONSTRAINT "StatusChange_inquiryRow_fkey" FOREIGN KEY ("inquiryRow") REFERENCES "Inquiry"("id") ON DELETE CASCADE ON UPDATE CASCADE;
