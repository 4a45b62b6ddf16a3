-- AlterTable
ALTER TABLE "RejectedDelivery" ADD COLUMN     "count" INTEGER NOT NULL DEFAULT 1,
ALTER COLUMN "bodyBytes" DROP NOT NULL;
