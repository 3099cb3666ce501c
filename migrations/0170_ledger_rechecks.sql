-- Rechecks of accounts in quarantine, as jobs that go on where a stopped node left them.
create table ledger.rechecks (
  id uuid primary key,
  -- All accounts in quarantine when it was started, or those that the operator listed.
  covers text not null check (covers in ('all', 'listed')),
  status text not null default 'running' check (status in ('running', 'done')),
  total integer not null default 0,
  checked integer not null default 0,
  released integer not null default 0,
  started_at timestamptz not null,
  updated_at timestamptz not null,
  ended_at timestamptz,
  check ((status = 'running') = (ended_at is null))
);
-- One at a time.
create unique index rechecks_running on ledger.rechecks (status) where status = 'running';
create index rechecks_started_at on ledger.rechecks (started_at);

-- The accounts that a recheck has not proved yet; each row is deleted with its proof.
create table ledger.recheck_accounts (
  recheck_id uuid not null references ledger.rechecks on delete cascade,
  account_id uuid not null,
  primary key (recheck_id, account_id)
);
