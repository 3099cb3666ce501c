-- The tools that programs call for people: what each spent, what was called, which are switched off.

create schema agent_tools;

-- A spend counts against the grant's daily limit for 24 hours. Written with the movement it is for, so
-- that what did not happen was not spent.
create table agent_tools.spends (
  id uuid primary key,
  grant_uuid uuid not null,
  tool text not null,
  cents bigint not null check (cents >= 0),
  request_id text not null,
  created_at timestamptz not null
);
create index spends_grant on agent_tools.spends (grant_uuid, created_at);
create index spends_request on agent_tools.spends (request_id);

-- What a key was first used for: the same key with other arguments is refused.
create table agent_tools.keys (
  user_uuid uuid not null,
  client_id text not null,
  tool text not null,
  key text not null,
  arguments_hash bytea not null,
  created_at timestamptz not null,
  primary key (user_uuid, client_id, tool, key)
);
create index keys_created_at on agent_tools.keys (created_at);

-- One row for each call, for the person it was made for.
create table agent_tools.calls (
  id uuid primary key,
  user_uuid uuid,
  client_id text not null,
  client_name text not null,
  grant_uuid uuid,
  token_id text not null,
  tool text not null,
  arguments_hash bytea not null,
  idempotency_key text,
  result text not null check (result in ('success', 'replayed', 'error', 'refused')),
  error_code text,
  request_id text not null,
  address text not null,
  user_agent text,
  duration_ms double precision not null,
  created_at timestamptz not null
);
create index calls_user on agent_tools.calls (user_uuid, created_at desc, id desc);

-- Tools that an operator has switched off.
create table agent_tools.disabled (
  tool text primary key,
  reason text,
  created_at timestamptz not null
);
