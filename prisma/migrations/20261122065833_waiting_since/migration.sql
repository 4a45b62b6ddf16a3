-- Since when an applicant waits for a decision, so that staff can see who has waited longest.
-- Phase: expand. The build before this one runs on the result. What it reads meanwhile gets its time with the next read.
ALTER TABLE "Inquiry" ADD COLUMN     "waitingSince" TIMESTAMPTZ(3);

-- Backfill: those who wait now, since the change that made them wait
UPDATE "Inquiry" AS "row" SET "waitingSince" = coalesce(
  (
    SELECT "readAt" FROM "StatusChange" AS "change"
    WHERE "change"."inquiryRow" = "row"."id"
      AND ("fromStatus" IS NULL OR "fromStatus" IN ('PENDING', 'APPROVED', 'DECLINED', 'FAILED'))
    ORDER BY "change"."id" DESC LIMIT 1
  ),
  "readAt",
  "createdAt"
)
WHERE "openState" = 'OPEN' AND "status" NOT IN ('PENDING', 'APPROVED', 'DECLINED', 'FAILED')
  AND ("status" IN ('COMPLETED', 'NEEDS_REVIEW') OR "expiresAt" IS NULL OR "expiresAt" > CURRENT_TIMESTAMP);

CREATE INDEX "Inquiry_waitingSince_id_idx" ON "Inquiry"("waitingSince", "id") WHERE ("waitingSince" IS NOT NULL);
CREATE INDEX "Inquiry_status_waitingSince_id_idx"
  ON "Inquiry"("status", "waitingSince", "id") WHERE ("waitingSince" IS NOT NULL);
