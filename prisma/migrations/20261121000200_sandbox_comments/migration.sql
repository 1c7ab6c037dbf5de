CREATE TABLE sandbox.comments (
  id uuid PRIMARY KEY,
  post_id uuid NOT NULL REFERENCES sandbox.posts (id) ON DELETE CASCADE,
  text text NOT NULL,
  created_at timestamptz(3) NOT NULL
);

CREATE INDEX comments_post_id_idx ON sandbox.comments (post_id);
