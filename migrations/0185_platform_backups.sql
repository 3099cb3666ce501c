-- Each successful backup of the bank, so that monitoring sees when the newest one is too old.
create table platform.backups (
  id uuid primary key default gen_random_uuid(),
  -- The moment that the backup is of.
  taken_at timestamptz not null default now(),
  finished_at timestamptz not null default now(),
  -- 'florin backup', or what else an operator backs up with.
  made_by text not null,
  bytes bigint,
  row_count bigint
);
create index backups_taken on platform.backups (taken_at);
