-- Signing in without a password: passkeys, and the key that a telephone keeps behind a fingerprint.

create schema passkeys;

-- A telephone or tablet of somebody. While it has a key, its owner signs in by biometrics.
create table passkeys.devices (
  uuid uuid primary key,
  user_uuid uuid not null references identity.users,
  -- What the app calls itself: one installation, one owner.
  device_id text not null unique check (char_length(device_id) between 1 and 100),
  platform text not null check (platform in ('ios', 'android')),
  app_version text not null check (char_length(app_version) <= 20),
  push_token text check (char_length(push_token) <= 500),
  device_name text check (char_length(device_name) <= 100),
  device_model text check (char_length(device_model) <= 100),
  os_version text check (char_length(os_version) <= 50),
  -- P-256, as SubjectPublicKeyInfo.
  public_key bytea,
  key_id text check (char_length(key_id) <= 100),
  biometric_enabled_at timestamptz,
  trusted_at timestamptz,
  -- By its owner, until its owner unblocks it; and for a while, by wrong signatures.
  blocked_at timestamptz,
  blocked_until timestamptz,
  -- When the signatures of the last minutes were wrong.
  failed_at timestamptz[] not null default '{}',
  last_used_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((public_key is null) = (biometric_enabled_at is null))
);
create index devices_user on passkeys.devices (user_uuid, created_at);

create table passkeys.passkeys (
  uuid uuid primary key,
  user_uuid uuid not null references identity.users,
  credential_id bytea not null unique check (octet_length(credential_id) between 1 and 1023),
  -- As the authenticator gave it, in COSE.
  public_key bytea not null,
  -- How often it was used, if it counts at all.
  sign_count bigint not null check (sign_count >= 0),
  name text not null check (char_length(name) between 1 and 100),
  transports text[] not null,
  -- Whether it is kept on one device only, or synchronised to several.
  is_synced boolean not null,
  device_uuid uuid references passkeys.devices on delete set null,
  -- The count went back: there are two of it, and neither is believed any more.
  clone_suspected_at timestamptz,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys.passkeys (user_uuid, created_at);
create index passkeys_device on passkeys.passkeys (device_uuid) where device_uuid is not null;

-- A challenge carries its own proof and needs no row until somebody answers it; then it is used up.
create table passkeys.used_challenges (
  hash bytea primary key check (octet_length(hash) = 32),
  expires_at timestamptz not null
);
create index used_challenges_expire on passkeys.used_challenges (expires_at);

-- Sessions opened by biometrics, and on which device; whether one still works, its credential says.
create table passkeys.sessions (
  uuid uuid primary key,
  user_uuid uuid not null references identity.users,
  device_uuid uuid not null references passkeys.devices on delete cascade,
  address text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_user on passkeys.sessions (user_uuid, created_at);
create index sessions_device on passkeys.sessions (device_uuid);
create index sessions_expire on passkeys.sessions (expires_at);
