-- Roles are declared in lib/staff.ts, so a new one needs no migration.
-- Phase: contract. The build before this one casts to the dropped type, so stop it first.
ALTER TABLE "User" ALTER COLUMN "role" TYPE VARCHAR(40) USING "role"::text;
DROP TYPE "Role";
