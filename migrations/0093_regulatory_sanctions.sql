-- Screening of names against the operator's sanctions list: the hits, what was decided about them, and exceptions.

create table regulatory.sanctions_hits (
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  -- The name as it was screened, and in the form in which names are compared.
  name text not null,
  name_key text not null,
  entry_id text not null,
  entry_name text not null,
  program text,
  -- Of ten thousand.
  score integer not null check (score between 0 and 10000),
  list_version text not null,
  -- Where the name came from: an operator's question, a travel-rule check, or the owner of an account.
  source text not null check (source in ('request', 'travel_rule', 'mica', 'transfer')),
  status text not null check (status in ('open', 'confirmed', 'cleared')),
  seen_times integer not null default 1,
  decided_by uuid,
  decided_at timestamptz,
  reason text,
  created_at timestamptz not null,
  last_seen_at timestamptz not null
);
create unique index sanctions_hits_once on regulatory.sanctions_hits (environment, name_key, entry_id);
create index sanctions_hits_all on regulatory.sanctions_hits (environment, id desc);
create index sanctions_hits_status on regulatory.sanctions_hits (environment, status, id desc);

-- A name is not the one on the list, until the exception expires: somebody said so, and why.
create table regulatory.sanctions_exceptions (
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  hit_id uuid not null references regulatory.sanctions_hits (id),
  name text not null,
  name_key text not null,
  entry_id text not null,
  reason text not null,
  author uuid not null,
  expires_at timestamptz not null,
  revoked_by uuid,
  revoked_at timestamptz,
  created_at timestamptz not null
);
create index sanctions_exceptions_all on regulatory.sanctions_exceptions (environment, id desc);
-- One exception counts at a time.
create unique index sanctions_exceptions_of on regulatory.sanctions_exceptions (environment, name_key, entry_id)
  where revoked_at is null;
