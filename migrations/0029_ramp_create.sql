-- Buying and selling crypto for money at a provider outside the bank, and the addresses of users' wallets.

create schema ramp;

create table ramp.sessions (
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  user_uuid uuid not null,
  provider text not null,
  -- What the provider calls it, and what it last said of it, in its own word.
  provider_session_id text not null,
  provider_status text not null,
  type text not null check (type in ('on', 'off')),
  -- All in the smallest unit of their currency. The fee and the network fee are part of the fiat amount.
  fiat_currency text not null,
  fiat_units numeric(38, 0) not null check (fiat_units > 0),
  fee_units numeric(38, 0) not null check (fee_units >= 0),
  network_fee_units numeric(38, 0) not null check (network_fee_units >= 0),
  crypto_currency text not null,
  crypto_units numeric(38, 0) not null check (crypto_units > 0),
  -- The fiat amount in US cents, in which the limit of a day is counted; rounded up.
  dollar_cents numeric(38, 0) not null check (dollar_cents > 0),
  wallet_address text not null,
  checkout_url text not null,
  -- Where the money of a sale goes; none for a purchase, which is paid at the provider.
  account_uuid uuid check ((account_uuid is null) = (type = 'on')),
  -- The entry that brought it: once, when the sale completes, and in the same transaction.
  entry_id uuid unique check (entry_id is null or (type = 'off' and status = 'completed')),
  status text not null check (status in ('pending', 'processing', 'completed', 'failed', 'expired')),
  -- Why it failed, or what it waits for.
  reason text,
  -- The quote it was started with: each is good for one session.
  quote_uuid uuid unique,
  -- When the provider is asked next; nothing is asked about what is over.
  check_at timestamptz check ((check_at is null) = (status in ('completed', 'failed', 'expired'))),
  expires_at timestamptz not null,
  completed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (provider, provider_session_id),
  check (type = 'on' or status <> 'completed' or entry_id is not null)
);
create index sessions_of on ramp.sessions (environment, user_uuid, id desc);
create index sessions_open on ramp.sessions (check_at) where check_at is not null;

create schema wallets;

create table wallets.addresses (
  uuid uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  user_uuid uuid not null,
  chain text not null check (chain in ('polygon', 'base', 'arbitrum', 'ethereum', 'solana')),
  -- In the one spelling that its chain gives it, so that the same address is the same text.
  address text not null,
  public_key text,
  derivation_path text,
  label text,
  -- A removed address stays as a row, and may be added again as another.
  is_active boolean not null default true,
  metadata jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index addresses_once on wallets.addresses (environment, user_uuid, chain, address)
  where is_active;
create index addresses_of on wallets.addresses (environment, user_uuid, uuid);
