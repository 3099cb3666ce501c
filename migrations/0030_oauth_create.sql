-- The authorization server of the agent-tool door: programs that were registered, what people allowed
-- them, and the codes and tokens that come of it. What is presented by a caller is kept as a hash; what
-- must be read again is sealed.

create schema oauth;

create table oauth.clients (
  client_id text primary key check (char_length(client_id) between 1 and 255),
  name text not null check (char_length(name) between 1 and 255),
  -- The whole registration, the secret included, sealed.
  registration bytea not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index clients_created on oauth.clients (created_at);

-- What one person allowed one program, and how much it may spend a day. Kept for good: it is what the
-- person agreed to.
create table oauth.grants (
  uuid uuid primary key,
  user_uuid uuid not null references identity.users,
  client_id text not null references oauth.clients,
  scopes text[] not null check (cardinality(scopes) > 0),
  -- Null: no limit.
  daily_limit_minor bigint check (daily_limit_minor >= 0),
  daily_limit_currency text not null default 'USD',
  created_at timestamptz not null,
  last_used_at timestamptz,
  -- When the last of its codes and tokens ends; pushed on with every token.
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index grants_user on oauth.grants (user_uuid, created_at);
create index grants_client on oauth.grants (client_id);

-- Codes, tokens, sign-in sessions and open pages, found by the hash of what is presented.
create table oauth.artifacts (
  hash bytea primary key check (octet_length(hash) = 32),
  id uuid not null unique,
  kind text not null,
  -- A session is also asked for by its public name.
  uid_hash bytea,
  grant_uuid uuid references oauth.grants,
  -- Of a token: whose it is.
  client_id text,
  payload bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  consumed_at timestamptz
);
create index artifacts_uid on oauth.artifacts (uid_hash) where uid_hash is not null;
create index artifacts_grant on oauth.artifacts (grant_uuid) where grant_uuid is not null;
create index artifacts_expires_at on oauth.artifacts (expires_at);
