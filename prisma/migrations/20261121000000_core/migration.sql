-- CreateTable
CREATE TABLE "organizations" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "account_limit" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organizations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "read_only" BOOLEAN NOT NULL DEFAULT false,
    "project_limited" BOOLEAN NOT NULL DEFAULT false,
    "project_ids" UUID[] DEFAULT ARRAY[]::UUID[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "projects" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "projects_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oauth_flows" (
    "id" UUID NOT NULL,
    "state_hash" BYTEA NOT NULL,
    "project_id" UUID NOT NULL,
    "platform" TEXT NOT NULL,
    "redirect_url" TEXT,
    "code_verifier" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_flows_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oauth_grants" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "platform" TEXT NOT NULL,
    "access_token" TEXT NOT NULL,
    "refresh_token" TEXT,
    "access_expires_at" TIMESTAMPTZ(3),
    "refresh_expires_at" TIMESTAMPTZ(3),
    "scopes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "oauth_grants_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "social_accounts" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "grant_id" UUID,
    "platform" TEXT NOT NULL,
    "external_account_id" TEXT NOT NULL,
    "username" TEXT NOT NULL,
    "image_url" TEXT,
    "status" TEXT NOT NULL DEFAULT 'CONNECTED',
    "account_token" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "social_accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "posts" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "content" JSONB NOT NULL,
    "schedule_type" TEXT NOT NULL,
    "scheduled_for" TIMESTAMPTZ(3),
    "auto_delete_media" BOOLEAN NOT NULL DEFAULT false,
    "max_retries" INTEGER,
    "retry_delay_seconds" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "posts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "social_account_posts" (
    "id" UUID NOT NULL,
    "post_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "social_account_id" UUID NOT NULL,
    "platform" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "delivery_status" TEXT NOT NULL DEFAULT 'NOT_STARTED',
    "content_override" JSONB,
    "first_comment" TEXT,
    "options" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "delivery_completed_at" TIMESTAMPTZ(3),
    "external_post_id" TEXT,
    "external_post_url" TEXT,
    "error_message" TEXT,
    "due_at" TIMESTAMPTZ(3),
    "job_id" UUID,
    "lease_id" UUID,
    "delivery_started_at" TIMESTAMPTZ(3),
    "tries" INTEGER NOT NULL DEFAULT 0,
    "checks" INTEGER NOT NULL DEFAULT 0,
    "progress" JSONB,
    "commit_intent_at" TIMESTAMPTZ(3),
    "commit_result" JSONB,

    CONSTRAINT "social_account_posts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "delivery_attempts" (
    "id" UUID NOT NULL,
    "social_account_post_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "step" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3) NOT NULL,
    "outcome" TEXT NOT NULL,
    "message" TEXT,
    "next_try_at" TIMESTAMPTZ(3),

    CONSTRAINT "delivery_attempts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_records" (
    "organization_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" BYTEA NOT NULL,
    "owner" UUID NOT NULL,
    "locked_until" TIMESTAMPTZ(3) NOT NULL,
    "resource_id" UUID,
    "status" INTEGER,
    "body" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_records_pkey" PRIMARY KEY ("organization_id","key")
);

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_hash_key" ON "api_keys"("hash");

-- CreateIndex
CREATE INDEX "api_keys_organization_id_idx" ON "api_keys"("organization_id");

-- CreateIndex
CREATE INDEX "projects_organization_id_id_idx" ON "projects"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "oauth_flows_state_hash_key" ON "oauth_flows"("state_hash");

-- CreateIndex
CREATE INDEX "oauth_flows_project_id_idx" ON "oauth_flows"("project_id");

-- CreateIndex
CREATE INDEX "oauth_flows_expires_at_idx" ON "oauth_flows"("expires_at");

-- CreateIndex
CREATE INDEX "oauth_grants_project_id_idx" ON "oauth_grants"("project_id");

-- CreateIndex
CREATE INDEX "social_accounts_organization_id_id_idx" ON "social_accounts"("organization_id", "id");

-- CreateIndex
CREATE INDEX "social_accounts_grant_id_idx" ON "social_accounts"("grant_id");

-- CreateIndex
CREATE INDEX "posts_project_id_id_idx" ON "posts"("project_id", "id");

-- CreateIndex
CREATE INDEX "posts_organization_id_id_idx" ON "posts"("organization_id", "id");

-- CreateIndex
CREATE INDEX "social_account_posts_organization_id_id_idx" ON "social_account_posts"("organization_id", "id");

-- CreateIndex
CREATE INDEX "social_account_posts_project_id_id_idx" ON "social_account_posts"("project_id", "id");

-- CreateIndex
CREATE INDEX "social_account_posts_social_account_id_id_idx" ON "social_account_posts"("social_account_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "social_account_posts_post_id_social_account_id_key" ON "social_account_posts"("post_id", "social_account_id");

-- CreateIndex
CREATE UNIQUE INDEX "delivery_attempts_social_account_post_id_number_key" ON "delivery_attempts"("social_account_post_id", "number");

-- CreateIndex
CREATE INDEX "idempotency_records_created_at_idx" ON "idempotency_records"("created_at");

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "projects" ADD CONSTRAINT "projects_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_flows" ADD CONSTRAINT "oauth_flows_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_grants" ADD CONSTRAINT "oauth_grants_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "social_accounts" ADD CONSTRAINT "social_accounts_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "social_accounts" ADD CONSTRAINT "social_accounts_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "social_accounts" ADD CONSTRAINT "social_accounts_grant_id_fkey" FOREIGN KEY ("grant_id") REFERENCES "oauth_grants"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "posts" ADD CONSTRAINT "posts_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "social_account_posts" ADD CONSTRAINT "social_account_posts_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "posts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "social_account_posts" ADD CONSTRAINT "social_account_posts_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "social_account_posts" ADD CONSTRAINT "social_account_posts_social_account_id_fkey" FOREIGN KEY ("social_account_id") REFERENCES "social_accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delivery_attempts" ADD CONSTRAINT "delivery_attempts_social_account_post_id_fkey" FOREIGN KEY ("social_account_post_id") REFERENCES "social_account_posts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- hand-written below

-- A deleted account stays as a row without tokens; connecting it again makes a new one.
CREATE UNIQUE INDEX "social_accounts_live_key"
  ON "social_accounts" ("project_id", "platform", "external_account_id") WHERE "status" <> 'DELETED';

-- What is due on an account, and what is due soon on any.
CREATE INDEX "social_account_posts_account_due_idx"
  ON "social_account_posts" ("social_account_id", "due_at") WHERE "due_at" IS NOT NULL;
CREATE INDEX "social_account_posts_due_idx"
  ON "social_account_posts" ("due_at") INCLUDE ("organization_id", "social_account_id") WHERE "due_at" IS NOT NULL;

CREATE INDEX "social_account_posts_status_idx"
  ON "social_account_posts" ("organization_id", "delivery_status", "id");
