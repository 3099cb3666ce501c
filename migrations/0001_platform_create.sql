-- What every operation needs, whatever its domain: settings, stored replies, the audit trail, the event log.

create table platform.settings (
  name text primary key,
  value text not null
);

-- One row per Idempotency-Key: the reply is written in the transaction that did the work, so a retry
-- finds either both or neither. Sealed, because a reply may hold a secret that is shown only once.
create table platform.replies (
  caller text not null,
  operation text not null,
  key text not null check (char_length(key) between 1 and 255),
  input_hash bytea not null,
  reply bytea not null,
  created_at timestamptz not null,
  primary key (caller, operation, key)
);
create index replies_created_at on platform.replies (created_at);

-- Who changed something, when, by which operation and with which credential. Append-only.
create table platform.audit (
  id uuid primary key,
  operation text not null,
  user_uuid uuid,
  credential_id uuid,
  environment text not null check (environment in ('live', 'sandbox')),
  address text not null,
  request_id text not null,
  created_at timestamptz not null
);
create index audit_user on platform.audit (user_uuid, created_at);

-- The event log. `position` orders it; `xid` lets a reader stop before a transaction that is still
-- open, because positions are given out before commits and commits may happen out of order.
create table platform.events (
  position bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  id uuid not null unique,
  type text not null,
  version integer not null,
  environment text not null check (environment in ('live', 'sandbox')),
  user_uuid uuid,
  account_uuid uuid,
  data jsonb not null,
  operation text not null,
  request_id text not null,
  created_at timestamptz not null
);

create function platform.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '%.% is append-only', tg_table_schema, tg_table_name;
end $$;
create trigger audit_append_only before update or delete on platform.audit
  for each row execute function platform.refuse_change();
create trigger events_append_only before update or delete on platform.events
  for each row execute function platform.refuse_change();
