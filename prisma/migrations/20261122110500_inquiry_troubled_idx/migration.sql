-- Phase: expand. What staff must look at is rare, so finding it stays cheap among ten million rows.
CREATE INDEX CONCURRENTLY "Inquiry_troubled_idx" ON "Inquiry"("id")
WHERE ("reversedAt" IS NOT NULL OR "orphanId" IS NOT NULL OR "readError" IS NOT NULL OR "openError" IS NOT NULL);
