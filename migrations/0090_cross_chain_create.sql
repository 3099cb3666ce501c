-- Bridges between chains, and swaps that begin on one chain and end on another.

create schema cross_chain;

-- All units are in the smallest unit of the token. The fee is part of the units.
create table cross_chain.bridges (
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  user_uuid uuid not null,
  -- The quote as it was given to the caller, and its id: one bridge for each quote, whoever comes first.
  quote_id text not null,
  quote_uuid uuid not null unique,
  protocol text not null check (protocol in ('wormhole', 'layerzero', 'axelar', 'circle_cctp', 'demo')),
  simulated boolean not null,
  source_chain text not null,
  destination_chain text not null check (destination_chain <> source_chain),
  token text not null,
  units numeric(38, 0) not null check (units > 0),
  fee_units numeric(38, 0) not null check (fee_units >= 0),
  -- What should arrive, the least that may, and what did.
  receive_units numeric(38, 0) not null check (receive_units > 0 and receive_units + fee_units = units),
  least_units numeric(38, 0) not null check (least_units > 0 and least_units <= receive_units),
  delivered_units numeric(38, 0) check (delivered_units >= least_units and delivered_units <= receive_units),
  -- The value that counts against the limits.
  usd_cents numeric(38, 0) not null check (usd_cents >= 0),
  sender_address text not null,
  recipient_address text not null,
  -- The account that paid, and the one that is credited; null when the recipient is outside the bank.
  source_account uuid not null,
  destination_account uuid,
  status text not null
    check (status in ('pending', 'bridging', 'confirming', 'completed', 'failed', 'refunded')),
  source_tx_hash text,
  destination_tx_hash text,
  confirmations integer not null default 0 check (confirmations >= 0),
  -- Why it failed, or what it waits for.
  reason text,
  deadline_at timestamptz not null,
  estimated_completion_at timestamptz not null,
  -- When it is looked at next.
  check_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ended_at timestamptz,
  check ((check_at is null) = (status in ('completed', 'refunded'))),
  check ((ended_at is null) = (check_at is not null)),
  check ((delivered_units is null) = (status <> 'completed'))
);
create index bridges_of on cross_chain.bridges (environment, user_uuid, id desc);
create index bridges_of_day on cross_chain.bridges (environment, user_uuid, created_at);
create index bridges_due on cross_chain.bridges (check_at) where check_at is not null;

create table cross_chain.swaps (
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  user_uuid uuid not null,
  quote_id text not null,
  quote_uuid uuid not null unique,
  bridge_id uuid not null unique references cross_chain.bridges (id),
  from_token text not null,
  to_token text not null,
  input_units numeric(38, 0) not null check (input_units > 0),
  -- Units of the token that is wanted: what should come out, and the least that may.
  expected_units numeric(38, 0) not null check (expected_units > 0),
  least_units numeric(38, 0) not null check (least_units > 0 and least_units <= expected_units),
  -- The bridge's fee and the gas of the swap, in the token that is given.
  fee_units numeric(38, 0) not null check (fee_units >= 0),
  seconds integer not null check (seconds > 0),
  status text not null check (status in ('pending', 'completed', 'failed')),
  -- The swap behind a completed bridge failed: the output is the bridged token.
  swap_failed boolean not null default false,
  output_token text,
  output_units numeric(38, 0) check (output_units > 0),
  -- The swap on the destination chain, once it is submitted there.
  market_swap text unique,
  swap_tx_hash text,
  reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ended_at timestamptz,
  check ((ended_at is null) = (status = 'pending')),
  check ((output_units is null) = (output_token is null))
);
create index swaps_of on cross_chain.swaps (environment, user_uuid, id desc);
create index swaps_open on cross_chain.swaps (bridge_id) where status = 'pending';
