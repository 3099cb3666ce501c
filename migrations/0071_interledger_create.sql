-- Interledger: quotes, payments in packets, payments that come in, connections, and grants to spend.

create schema interledger;

-- All units are in the smallest unit of their asset. The fee is part of the units that are sent.
create table interledger.quotes (
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  user_uuid uuid not null,
  send_asset text not null,
  send_units numeric(38, 0) not null check (send_units > 0),
  fee_units numeric(38, 0) not null check (fee_units > 0 and fee_units < send_units),
  receive_asset text not null,
  receive_units numeric(38, 0) not null check (receive_units > 0),
  exchange_rate text not null,
  -- The receiver as the caller wrote it, and the address that it stands for.
  receiver text not null,
  ilp_address text not null check (length(ilp_address) <= 1023),
  -- A receiver in this bank has an account, a receiver outside a connector and a shared secret.
  account_uuid uuid,
  incoming_id uuid,
  connection_id uuid,
  connector text,
  secret bytea,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null,
  check ((account_uuid is null) = (connector is not null)),
  check ((connector is null) = (secret is null))
);
create index quotes_unused on interledger.quotes (expires_at) where used_at is null;

create table interledger.grants (
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  user_uuid uuid not null,
  account_uuid uuid not null,
  token_hash bytea not null unique,
  asset text not null,
  limit_units numeric(38, 0) not null check (limit_units > 0),
  used_units numeric(38, 0) not null default 0 check (used_units >= 0 and used_units <= limit_units),
  -- The only address that may be paid; null for any.
  ilp_address text,
  -- The credential that made it; the grant ends with it. Null for a login, which is no parent.
  credential_id uuid,
  status text not null check (status in ('active', 'revoked', 'expired')),
  expires_at timestamptz not null,
  ended_at timestamptz check ((ended_at is null) = (status = 'active')),
  created_at timestamptz not null
);
create index grants_of on interledger.grants (environment, user_uuid, id desc);
create index grants_open on interledger.grants (expires_at) where status = 'active';

create table interledger.payments (
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  -- Who asked for it, and the account that pays.
  user_uuid uuid not null,
  account_uuid uuid not null,
  -- One payment for each quote, whoever comes first.
  quote_id uuid not null unique references interledger.quotes (id),
  grant_id uuid references interledger.grants (id),
  status text not null check (status in ('pending', 'sending', 'completed', 'failed', 'expired')),
  -- The code of Interledger and the sentence for why it ended, or what it waits for.
  error_code text,
  reason text,
  -- The largest packet that the route takes, as far as is known.
  packet_max numeric(38, 0) not null check (packet_max > 0),
  packets integer not null default 0 check (packets >= 0),
  -- Units of the received asset in fulfilled packets.
  delivered_units numeric(38, 0) not null default 0 check (delivered_units >= 0),
  -- What became of the units sent: paid, kept as fee, returned. All null until the payment ends.
  paid_units numeric(38, 0),
  charged_units numeric(38, 0),
  returned_units numeric(38, 0),
  -- When it is looked at next, and when it ends if no packet is fulfilled before.
  check_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ended_at timestamptz,
  check ((check_at is null) = (status in ('completed', 'failed', 'expired'))),
  check ((ended_at is null) = (check_at is not null)),
  check ((ended_at is null) = (paid_units is null)),
  check ((paid_units is null) = (charged_units is null)),
  check ((paid_units is null) = (returned_units is null))
);
create index payments_of on interledger.payments (environment, user_uuid, id desc);
create index payments_due on interledger.payments (check_at) where check_at is not null;

-- A packet is written before it is sent, so that after a crash the same packet is asked about, not another sent.
create table interledger.packets (
  id uuid primary key,
  payment_id uuid not null references interledger.payments (id),
  sequence integer not null,
  units numeric(38, 0) not null check (units > 0),
  prepare bytea not null,
  status text not null check (status in ('prepared', 'fulfilled', 'rejected', 'expired')),
  error_code text,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  answered_at timestamptz check ((answered_at is null) = (status = 'prepared')),
  unique (payment_id, sequence)
);
-- At most one packet of a payment is under way.
create unique index packets_open on interledger.packets (payment_id) where status = 'prepared';

create table interledger.incoming_payments (
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  user_uuid uuid not null,
  account_uuid uuid not null,
  wallet_address text not null,
  asset text not null,
  units numeric(38, 0) not null check (units > 0),
  received_units numeric(38, 0) not null default 0 check (received_units >= 0 and received_units <= units),
  secret bytea not null,
  status text not null check (status in ('pending', 'completed', 'expired')),
  expires_at timestamptz not null,
  ended_at timestamptz check ((ended_at is null) = (status = 'pending')),
  created_at timestamptz not null,
  check ((status = 'completed') = (received_units = units))
);
create index incoming_of on interledger.incoming_payments (environment, user_uuid, id desc);
create index incoming_open on interledger.incoming_payments (expires_at) where status = 'pending';

create table interledger.connections (
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  user_uuid uuid not null,
  account_uuid uuid not null,
  asset text not null,
  destination_address text not null check (length(destination_address) <= 1023),
  secret bytea not null,
  received_units numeric(38, 0) not null default 0 check (received_units >= 0),
  status text not null check (status in ('open', 'closed', 'timed_out')),
  -- It times out when nothing has come through it until then.
  expires_at timestamptz not null,
  ended_at timestamptz check ((ended_at is null) = (status = 'open')),
  created_at timestamptz not null
);
create index connections_of on interledger.connections (environment, user_uuid, id desc);
create index connections_open on interledger.connections (expires_at) where status = 'open';

-- Packets that were fulfilled for the peer: each is credited once.
create table interledger.received_packets (
  -- The incoming payment or connection.
  target_id uuid not null,
  condition bytea not null,
  request_id text,
  digest bytea not null,
  asset text not null,
  units numeric(38, 0) not null check (units > 0),
  reply bytea not null,
  entry_id uuid not null unique,
  created_at timestamptz not null,
  primary key (target_id, condition)
);
