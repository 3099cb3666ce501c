-- People who sign in, and the credentials by which a request is recognised.

create schema identity;

create table identity.users (
  uuid uuid primary key,
  id bigint generated always as identity unique,
  name text not null check (char_length(name) between 1 and 255),
  email text not null check (char_length(email) <= 255),
  password_hash text not null,
  roles text[] not null default '{customer_private}',
  kyc_status text not null default 'not_started'
    check (kyc_status in ('not_started', 'pending', 'in_review', 'approved', 'rejected', 'expired')),
  kyc_level text check (kyc_level in ('basic', 'enhanced', 'full')),
  email_verified_at timestamptz,
  two_factor_secret bytea,
  two_factor_confirmed_at timestamptz,
  two_factor_last_step bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- One person, one address, however it is written.
create unique index users_email on identity.users (lower(email));

-- Everything that is presented as a bearer: login tokens, refresh tokens, API keys. Only the hash is
-- kept; a lookup is one read by primary key.
create table identity.credentials (
  hash bytea primary key check (octet_length(hash) = 32),
  id uuid not null unique,
  kind text not null check (kind in ('access', 'refresh', 'api_key', 'two_factor')),
  user_uuid uuid not null references identity.users,
  scopes text[] not null,
  environment text not null check (environment in ('live', 'sandbox')),
  allowed_ips text[],
  -- An access token and its refresh token are one session and end together.
  session uuid,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz
);
create index credentials_user on identity.credentials (user_uuid) where revoked_at is null;
create index credentials_session on identity.credentials (session) where session is not null;
create index credentials_expires_at on identity.credentials (expires_at) where kind <> 'api_key';

create table identity.recovery_codes (
  user_uuid uuid not null references identity.users,
  hash bytea not null,
  primary key (user_uuid, hash)
);

create table identity.password_resets (
  hash bytea primary key,
  user_uuid uuid not null references identity.users,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_user on identity.password_resets (user_uuid);

-- Failures only: guessing is slowed without ever limiting an honest caller.
create table identity.login_failures (
  subject text not null,
  address text not null,
  failures integer not null,
  window_started_at timestamptz not null,
  primary key (subject, address)
);
create index login_failures_started on identity.login_failures (window_started_at);
