-- Second factors, one-time links and requests to see an identity.
-- Phase: expand. The build before this one ignores all of it. References of the new, empty tables are checked in no time.
-- AlterTable
ALTER TABLE "User" ADD COLUMN     "heldByLink" UUID;

-- CreateTable
CREATE TABLE "SecondFactor" (
    "userId" UUID NOT NULL,
    "secret" VARCHAR(200) NOT NULL,
    "confirmedAt" TIMESTAMPTZ(3),
    "lastStep" INTEGER NOT NULL DEFAULT 0,
    "recoveryCodes" TEXT[],

    CONSTRAINT "SecondFactor_pkey" PRIMARY KEY ("userId")
);

-- CreateTable
CREATE TABLE "StaffLink" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "kind" VARCHAR(20) NOT NULL,
    "tokenHash" CHAR(64) NOT NULL,
    "createdBy" VARCHAR(60) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "usedAt" TIMESTAMPTZ(3),
    "codeHash" CHAR(64),

    CONSTRAINT "StaffLink_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "RevealRequest" (
    "id" UUID NOT NULL,
    "inquiryRow" UUID NOT NULL,
    "requestedBy" UUID NOT NULL,
    "reason" VARCHAR(40) NOT NULL,
    "caseNumber" VARCHAR(30),
    "requestedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decidedBy" UUID,
    "decidedAt" TIMESTAMPTZ(3),
    "allowedTill" TIMESTAMPTZ(3),

    CONSTRAINT "RevealRequest_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "StaffLink_tokenHash_key" ON "StaffLink"("tokenHash");

-- CreateIndex
CREATE INDEX "StaffLink_userId_idx" ON "StaffLink"("userId");

-- CreateIndex
CREATE INDEX "RevealRequest_inquiryRow_requestedBy_id_idx" ON "RevealRequest"("inquiryRow", "requestedBy", "id");

-- CreateIndex
CREATE INDEX "RevealRequest_waiting_idx" ON "RevealRequest"("id") WHERE ("decidedAt" IS NULL);

-- AddForeignKey
ALTER TABLE "SecondFactor" ADD CONSTRAINT "SecondFactor_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "StaffLink" ADD CONSTRAINT "StaffLink_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RevealRequest" ADD CONSTRAINT "RevealRequest_inquiryRow_fkey" FOREIGN KEY ("inquiryRow") REFERENCES "Inquiry"("id") ON DELETE CASCADE ON UPDATE CASCADE;
