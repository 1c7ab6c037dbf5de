CREATE SCHEMA IF NOT EXISTS sandbox;

CREATE TABLE sandbox.accounts (
  id text PRIMARY KEY,
  username text NOT NULL,
  created_at timestamptz(3) NOT NULL
);

CREATE TABLE sandbox.grants (
  id uuid PRIMARY KEY,
  account_ids text[] NOT NULL,
  scopes text[] NOT NULL,
  created_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3)
);

CREATE TABLE sandbox.codes (
  hash bytea PRIMARY KEY,
  grant_id uuid NOT NULL REFERENCES sandbox.grants (id) ON DELETE CASCADE,
  code_challenge text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3)
);

CREATE TABLE sandbox.tokens (
  hash bytea PRIMARY KEY,
  grant_id uuid NOT NULL REFERENCES sandbox.grants (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('access', 'refresh')),
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3)
);

CREATE TABLE sandbox.containers (
  id uuid PRIMARY KEY,
  account_id text NOT NULL REFERENCES sandbox.accounts (id) ON DELETE CASCADE,
  text text NOT NULL,
  should_succeed boolean NOT NULL,
  client_reference text,
  created_at timestamptz(3) NOT NULL,
  ready_at timestamptz(3) NOT NULL
);

-- Not unique by container: publishing a container twice makes two posts, as on a platform without idempotency.
CREATE TABLE sandbox.posts (
  id uuid PRIMARY KEY,
  container_id uuid NOT NULL REFERENCES sandbox.containers (id) ON DELETE CASCADE,
  account_id text NOT NULL REFERENCES sandbox.accounts (id) ON DELETE CASCADE,
  text text NOT NULL,
  client_reference text,
  published_at timestamptz(3) NOT NULL
);

CREATE INDEX posts_container_id_idx ON sandbox.posts (container_id);
CREATE INDEX posts_account_id_client_reference_idx ON sandbox.posts (account_id, client_reference);
CREATE INDEX posts_account_id_published_at_idx ON sandbox.posts (account_id, published_at);
