-- CreateTable
CREATE TABLE "post_metrics" (
    "social_account_post_id" UUID NOT NULL,
    "metric" TEXT NOT NULL,
    "date" DATE NOT NULL,
    "collected_at" TIMESTAMPTZ(3) NOT NULL,
    "value" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "post_metrics_pkey" PRIMARY KEY ("social_account_post_id","metric","date")
);

-- CreateTable
CREATE TABLE "post_analytics" (
    "social_account_post_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "social_account_id" UUID NOT NULL,
    "published_at" TIMESTAMPTZ(3) NOT NULL,
    "latest" JSONB NOT NULL,

    CONSTRAINT "post_analytics_pkey" PRIMARY KEY ("social_account_post_id")
);

-- CreateTable
CREATE TABLE "analytics_collections" (
    "social_account_post_id" UUID NOT NULL,
    "social_account_id" UUID NOT NULL,
    "platform" TEXT NOT NULL,
    "published_at" TIMESTAMPTZ(3) NOT NULL,
    "next_collect_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "analytics_collections_pkey" PRIMARY KEY ("social_account_post_id")
);

-- CreateTable
CREATE TABLE "analytics_accounts" (
    "social_account_id" UUID NOT NULL,
    "lease_id" UUID NOT NULL,
    "busy_until" TIMESTAMPTZ(3) NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "analytics_accounts_pkey" PRIMARY KEY ("social_account_id")
);

-- CreateIndex
CREATE INDEX "post_analytics_project_id_published_at_idx" ON "post_analytics"("project_id", "published_at");

-- CreateIndex
CREATE INDEX "post_analytics_social_account_id_published_at_idx" ON "post_analytics"("social_account_id", "published_at");

-- CreateIndex
CREATE INDEX "analytics_collections_next_collect_at_idx" ON "analytics_collections"("next_collect_at");

-- CreateIndex
CREATE INDEX "analytics_collections_social_account_id_next_collect_at_idx" ON "analytics_collections"("social_account_id", "next_collect_at");

-- AddForeignKey
ALTER TABLE "post_metrics" ADD CONSTRAINT "post_metrics_social_account_post_id_fkey" FOREIGN KEY ("social_account_post_id") REFERENCES "social_account_posts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "post_analytics" ADD CONSTRAINT "post_analytics_social_account_post_id_fkey" FOREIGN KEY ("social_account_post_id") REFERENCES "social_account_posts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "analytics_collections" ADD CONSTRAINT "analytics_collections_social_account_post_id_fkey" FOREIGN KEY ("social_account_post_id") REFERENCES "social_account_posts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "analytics_accounts" ADD CONSTRAINT "analytics_accounts_social_account_id_fkey" FOREIGN KEY ("social_account_id") REFERENCES "social_accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- hand-written below

-- One number per metric, so that sums and rankings need not open the JSON.
ALTER TABLE "post_analytics"
  ADD COLUMN "clicks" double precision GENERATED ALWAYS AS (("latest" #>> '{clicks,value}')::double precision) STORED,
  ADD COLUMN "comments" double precision GENERATED ALWAYS AS (("latest" #>> '{comments,value}')::double precision) STORED,
  ADD COLUMN "engagement_rate" double precision GENERATED ALWAYS AS (("latest" #>> '{engagementRate,value}')::double precision) STORED,
  ADD COLUMN "impressions" double precision GENERATED ALWAYS AS (("latest" #>> '{impressions,value}')::double precision) STORED,
  ADD COLUMN "likes" double precision GENERATED ALWAYS AS (("latest" #>> '{likes,value}')::double precision) STORED,
  ADD COLUMN "reactions" double precision GENERATED ALWAYS AS (("latest" #>> '{reactions,value}')::double precision) STORED,
  ADD COLUMN "saves" double precision GENERATED ALWAYS AS (("latest" #>> '{saves,value}')::double precision) STORED,
  ADD COLUMN "shares" double precision GENERATED ALWAYS AS (("latest" #>> '{shares,value}')::double precision) STORED,
  ADD COLUMN "unique_impressions" double precision GENERATED ALWAYS AS (("latest" #>> '{uniqueImpressions,value}')::double precision) STORED,
  ADD COLUMN "views" double precision GENERATED ALWAYS AS (("latest" #>> '{views,value}')::double precision) STORED;
