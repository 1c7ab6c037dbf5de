-- CreateTable
CREATE TABLE "media" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "media_type" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "duration_seconds" DOUBLE PRECISION,
    "frame_rate" DOUBLE PRECISION,
    "video_codec" TEXT,
    "audio_codec" TEXT,
    "animated" BOOLEAN NOT NULL DEFAULT false,
    "details" JSONB NOT NULL DEFAULT '{}',
    "storage_key" TEXT NOT NULL,
    "thumbnail_type" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),
    "auto_deleted" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "media_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "upload_sessions" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "bytes" BIGINT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'INITIATED',
    "storage_key" TEXT NOT NULL,
    "upload_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "leased_until" TIMESTAMPTZ(3),
    "lease_id" UUID,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "media_id" UUID,
    "failure_code" TEXT,
    "failure_message" TEXT,

    CONSTRAINT "upload_sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "storage_garbage" (
    "key" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "storage_garbage_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "media_storage_key_key" ON "media"("storage_key");

-- CreateIndex
CREATE UNIQUE INDEX "media_token_key" ON "media"("token");

-- CreateIndex
CREATE INDEX "media_organization_id_id_idx" ON "media"("organization_id", "id");

-- CreateIndex
CREATE INDEX "media_project_id_id_idx" ON "media"("project_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "upload_sessions_storage_key_key" ON "upload_sessions"("storage_key");

-- CreateIndex
CREATE INDEX "upload_sessions_project_id_idx" ON "upload_sessions"("project_id");

-- CreateIndex
CREATE INDEX "storage_garbage_due_at_idx" ON "storage_garbage"("due_at");

-- AddForeignKey
ALTER TABLE "media" ADD CONSTRAINT "media_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "upload_sessions" ADD CONSTRAINT "upload_sessions_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- hand-written below

-- What a deleted row kept in storage is swept, also when its project or organization took it along.
CREATE FUNCTION media_leave_garbage() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO storage_garbage (key, due_at) VALUES (OLD.storage_key, '-infinity')
    ON CONFLICT (key) DO UPDATE SET due_at = '-infinity';
  RETURN NULL;
END $$;
CREATE TRIGGER media_leave_garbage AFTER DELETE ON media
  FOR EACH ROW EXECUTE FUNCTION media_leave_garbage();
CREATE TRIGGER upload_sessions_leave_garbage AFTER DELETE ON upload_sessions
  FOR EACH ROW WHEN (OLD.status <> 'READY') EXECUTE FUNCTION media_leave_garbage();

-- What waits for a worker or for the sweep; finished sessions need neither.
CREATE INDEX upload_sessions_open_idx ON upload_sessions (status, expires_at) WHERE status IN ('INITIATED', 'UPLOADED');

ALTER TABLE sandbox.containers ADD COLUMN media jsonb NOT NULL DEFAULT '[]';
ALTER TABLE sandbox.posts ADD COLUMN media jsonb NOT NULL DEFAULT '[]';
