-- The hash chain of the audit trail. A sealer adds the number and the hash after an entry is committed.
-- Phase: expand. The build before this one inserts entries without the new columns, and they are sealed like all others.
ALTER TABLE "AuditEntry" ADD COLUMN     "hash" CHAR(64),
ADD COLUMN     "reason" VARCHAR(80),
ADD COLUMN     "seq" BIGINT,
ADD COLUMN     "subject" UUID;

CREATE TABLE "AuditChain" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "headSeq" BIGINT NOT NULL DEFAULT 0,
    "headHash" CHAR(64) NOT NULL,
    "anchorSeq" BIGINT NOT NULL DEFAULT 0,
    "anchorHash" CHAR(64) NOT NULL,

    CONSTRAINT "AuditChain_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "AuditEntry_seq_key" ON "AuditEntry"("seq");

CREATE INDEX "AuditEntry_unsealed_idx" ON "AuditEntry"("id") WHERE ("seq" IS NULL);
