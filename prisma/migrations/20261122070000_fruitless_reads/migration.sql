-- Answers in a row that knew no such inquiry. Those before this migration don't count, so such inquiries are read for a while
-- longer.
-- Phase: expand. The build before this one doesn't write the column.
ALTER TABLE "Inquiry" ADD COLUMN "fruitlessReads" INTEGER NOT NULL DEFAULT 0;
