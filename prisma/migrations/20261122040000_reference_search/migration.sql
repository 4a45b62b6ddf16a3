-- The staff search finds a reference by its beginning, and no longer the words of a note.
-- Phase: contract. The build before this one writes noteWords, so stop it first.
DROP INDEX "Inquiry_noteWords_idx";
ALTER TABLE "Inquiry" DROP COLUMN "noteWords";
