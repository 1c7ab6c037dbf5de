-- AlterTable
ALTER TABLE "posts" ADD COLUMN     "retry_of_id" UUID;

-- AlterTable
ALTER TABLE "social_account_posts" ADD COLUMN     "reference_id" UUID;

-- CreateIndex
CREATE INDEX "posts_retry_of_id_idx" ON "posts"("retry_of_id");

-- AddForeignKey
ALTER TABLE "posts" ADD CONSTRAINT "posts_retry_of_id_fkey" FOREIGN KEY ("retry_of_id") REFERENCES "social_account_posts"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- hand-written below
