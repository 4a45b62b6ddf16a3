-- Retention finds the inquiries that still have free text, however many have none.
CREATE INDEX "Inquiry_text_idx" ON "Inquiry"("id")
  WHERE ("note" IS NOT NULL OR "portalDecisionNote" IS NOT NULL OR cardinality("reviewReasons") > 0);
