-- AlterTable
ALTER TABLE "social_account_posts" ADD COLUMN     "claims" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "outcome" TEXT;

-- hand-written below
