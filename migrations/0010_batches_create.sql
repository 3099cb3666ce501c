-- Batches of the bank's own work: interest, fees, reconciliation, reports, maintenance. What was done is
-- written in the transaction that did it, so a batch goes on after a crash where it stopped.

create schema batches;

create table batches.batches (
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  name text not null check (char_length(name) between 1 and 255),
  status text not null
    check (status in ('pending', 'scheduled', 'processing', 'completed', 'failed', 'cancelled')),
  -- How often an operation is tried again before the batch fails.
  retry_attempts smallint not null check (retry_attempts between 0 and 5),
  scheduled_for timestamptz,
  -- Who asked for it, with which credential, in which request: written on every entry it makes.
  user_uuid uuid not null,
  credential_id uuid,
  request_id text not null,
  error_message text,
  -- Whether payments are to be undone, have been, or could not all be.
  compensation text not null default 'none'
    check (compensation in ('none', 'pending', 'completed', 'incomplete')),
  created_at timestamptz not null,
  started_at timestamptz,
  completed_at timestamptz,
  cancelled_at timestamptz,
  cancelled_by uuid,
  cancel_reason text,
  -- When something last happened to it: one that stands still has lost its worker.
  touched_at timestamptz not null
);
create index batches_newest on batches.batches (environment, created_at);
create index batches_unsettled on batches.batches (touched_at)
  where status in ('pending', 'scheduled', 'processing') or compensation = 'pending';

create table batches.operations (
  id uuid primary key,
  batch_id uuid not null references batches.batches,
  position smallint not null,
  type text not null,
  parameters jsonb not null,
  priority smallint not null check (priority between 1 and 10),
  status text not null default 'pending'
    check (status in ('pending', 'processing', 'completed', 'failed')),
  attempts smallint not null default 0,
  -- Where the next chunk begins, and what the ones before it found.
  state jsonb,
  result jsonb,
  records_total integer not null default 0,
  records_processed integer not null default 0,
  records_skipped integer not null default 0,
  error_message text,
  started_at timestamptz,
  completed_at timestamptz,
  unique (batch_id, position)
);

-- What an operation paid to, or took from, one account; or why it did not. The key is what keeps a
-- repeated chunk from paying twice.
create table batches.payments (
  operation_id uuid not null references batches.operations,
  account_id uuid not null,
  asset text not null,
  units numeric(38, 0) not null check (units >= 0),
  entry_id uuid,
  skipped text,
  -- The entry that undid it, or why it could not be undone.
  reversal_id uuid,
  kept text,
  primary key (operation_id, account_id, asset),
  check ((entry_id is null) = (skipped is not null))
);
