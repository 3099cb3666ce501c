-- Webhooks: where customers want to be told, and what became of telling them.

create schema webhooks;

create table webhooks.webhooks (
  id uuid primary key,
  user_uuid uuid not null,
  environment text not null check (environment in ('live', 'sandbox')),
  name text,
  url text not null,
  events text[] not null,
  description text,
  headers jsonb not null default '{}',
  retry_attempts smallint not null default 3 check (retry_attempts between 0 and 10),
  timeout_seconds smallint not null default 30 check (timeout_seconds between 5 and 300),
  is_active boolean not null default true,
  -- Why the bank itself switched it off.
  disabled_reason text,
  disabled_at timestamptz,
  -- Sealed: a signature needs the secret itself. The one before it signs too, for a while.
  secret bytea not null,
  previous_secret bytea,
  previous_until timestamptz,
  -- Everything up to the first is delivered, has failed for good, or waits as a delivery; something up
  -- to the second concerns it. Behind while the first is less than the second.
  position bigint not null,
  wanted bigint not null,
  -- The process at work on it, and until when the others leave it alone, by the database's clock.
  lease uuid,
  leased_until timestamptz,
  -- When a job is set to wake it, by the database's clock: one at a time is enough.
  timer_at timestamptz,
  -- When it was called in the last minute: the limit holds whichever node calls.
  recent timestamptz[] not null default '{}',
  total_deliveries bigint not null default 0,
  successful_deliveries bigint not null default 0,
  failed_deliveries bigint not null default 0,
  consecutive_failures integer not null default 0,
  last_triggered_at timestamptz,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
) with (fillfactor = 50);
create index webhooks_user on webhooks.webhooks (user_uuid);

-- One row per attempt. A pending one waits: for its time, for an earlier one about the same account, or
-- for its turn.
create table webhooks.deliveries (
  webhook_id uuid not null references webhooks.webhooks on delete cascade,
  id uuid not null,
  event_id text not null,
  event_type text not null,
  -- The body, byte for byte as it is signed and sent.
  payload text not null,
  -- The event's place in the log; null for a test, which no log knows.
  position bigint,
  slot smallint,
  -- What it must stay in order with; empty for what was asked for by hand.
  accounts uuid[] not null default '{}',
  attempt_number smallint not null check (attempt_number > 0),
  status text not null check (status in ('pending', 'delivered', 'failed')),
  response_status smallint,
  response_headers jsonb,
  response_body text,
  error_message text,
  duration_ms integer,
  next_retry_at timestamptz,
  delivered_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (webhook_id, id)
);
create index deliveries_waiting on webhooks.deliveries (webhook_id, position, slot) where status = 'pending';
create index deliveries_created_at on webhooks.deliveries using brin (created_at);
