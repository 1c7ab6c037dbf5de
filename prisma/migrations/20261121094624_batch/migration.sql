-- CreateTable
CREATE TABLE "batch_items" (
    "organization_id" UUID NOT NULL,
    "idempotency_key" TEXT NOT NULL,
    "item_hash" BYTEA NOT NULL,
    "post_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "batch_items_pkey" PRIMARY KEY ("organization_id","idempotency_key")
);

-- hand-written below
