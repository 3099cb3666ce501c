-- API keys: what a developer sees of a key, and how it has been used.

create schema api_keys;

create table api_keys.keys (
  uuid uuid primary key,
  user_uuid uuid not null references identity.users,
  credential_hash bytea not null unique references identity.credentials,
  name text not null check (char_length(name) between 1 and 255),
  description text check (char_length(description) <= 1000),
  key_prefix text not null,
  permissions text[] not null,
  environment text not null check (environment in ('live', 'sandbox')),
  allowed_ips text[],
  is_active boolean not null default true,
  expires_at timestamptz,
  last_used_at timestamptz,
  last_used_ip text,
  request_count bigint not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index keys_user on api_keys.keys (user_uuid, created_at);

-- One row per key and day, added to in batches: counting costs the request nothing.
create table api_keys.usage (
  key_uuid uuid not null references api_keys.keys,
  day date not null,
  requests bigint not null,
  errors bigint not null,
  duration_ms_total double precision not null,
  primary key (key_uuid, day)
);

-- The newest requests of each key, for its owner to look at.
create table api_keys.requests (
  id uuid primary key,
  key_uuid uuid not null references api_keys.keys,
  method text not null,
  path text not null,
  ip_address text not null,
  user_agent text,
  response_code integer not null,
  response_time_ms double precision not null,
  created_at timestamptz not null
);
create index requests_key on api_keys.requests (key_uuid, created_at);
