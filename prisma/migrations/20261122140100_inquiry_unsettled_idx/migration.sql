-- Phase: expand. Decided inquiries are read again for a month, so finding the undecided ones among them took longer with each.
CREATE INDEX CONCURRENTLY "Inquiry_unsettled_idx" ON "Inquiry"("id")
WHERE ("nextReadAt" IS NOT NULL AND "decidedAt" IS NULL);
