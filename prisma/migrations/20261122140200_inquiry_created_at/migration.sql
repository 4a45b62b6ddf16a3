-- Phase: expand. The build before this one sends its own time.
ALTER TABLE "Inquiry" ALTER COLUMN "createdAt" SET DEFAULT clock_timestamp();
