-- lost_grant: the sandbox took the last grant back, so the next one is left alone.
ALTER TABLE sandbox.accounts
  ADD COLUMN behaviour text NOT NULL DEFAULT 'healthy',
  ADD COLUMN lost_grant boolean NOT NULL DEFAULT false;

ALTER TABLE sandbox.grants ADD COLUMN ends_at_refresh boolean NOT NULL DEFAULT false;

-- failures: how often the account's behaviour came between.
ALTER TABLE sandbox.containers
  ADD COLUMN failures integer NOT NULL DEFAULT 0,
  ADD COLUMN blocked_until timestamptz(3);
