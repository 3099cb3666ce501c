-- Software agents: who they are, the key that proves it, and what they present afterwards.

create schema agents;

create table agents.agents (
  uuid uuid primary key,
  did text not null unique,
  environment text not null check (environment in ('live', 'sandbox')),
  owner_uuid uuid not null references identity.users,
  name text not null check (char_length(name) between 1 and 255),
  type text not null check (type in ('service', 'user', 'system')),
  status text not null check (status in ('active', 'inactive', 'suspended')),
  status_reason text check (char_length(status_reason) <= 500),
  description text check (char_length(description) <= 1000),
  capabilities jsonb not null,
  endpoints jsonb not null,
  metadata jsonb not null,
  -- The account its money is in; the owner's first one when none was named.
  account_uuid uuid,
  -- Ed25519, and how many keys there were before this one.
  public_key bytea not null check (octet_length(public_key) = 32),
  key_version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  last_activity_at timestamptz
);
create index agents_owner on agents.agents (owner_uuid);
create index agents_newest on agents.agents (environment, status, created_at desc, uuid desc);
create index agents_capabilities on agents.agents using gin (capabilities jsonb_path_ops);

-- A challenge carries its own proof and needs no row until somebody answers it; then it is used up.
create table agents.used_challenges (
  nonce text primary key,
  expires_at timestamptz not null
);
create index used_challenges_expire on agents.used_challenges (expires_at);

create table agents.keys (
  uuid uuid primary key,
  key_id text not null unique,
  agent_uuid uuid not null references agents.agents,
  name text not null check (char_length(name) between 1 and 255),
  key_prefix text not null,
  scopes text[] not null,
  is_active boolean not null default true,
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null
);
create index keys_agent on agents.keys (agent_uuid, created_at);

-- Agents are recognised like people, by the same table and the same cache. The session of an agent
-- that came by a key names the key's credential in `session`: they end together.
alter table identity.credentials
  drop constraint credentials_kind_check,
  add constraint credentials_kind_check
    check (kind in ('access', 'refresh', 'api_key', 'two_factor', 'agent_session', 'agent_key')),
  add column agent_uuid uuid,
  add column address text,
  add column user_agent text,
  add column last_used_at timestamptz;
create index credentials_agent on identity.credentials (agent_uuid)
  where agent_uuid is not null and revoked_at is null;

alter table platform.audit add column agent_uuid uuid;
