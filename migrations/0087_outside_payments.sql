-- Payments to other banks that start in files and in open banking.

-- The rails that were tried before the one that has the payment: rail, external_id, code, reason, submitted_at, ended_at.
alter table payment_rails.payments add column attempts jsonb not null default '[]';

-- What the account holder pays on top of the amount, as it is shown before they decide.
alter table open_banking.payments
  add column fee_units numeric(38, 0) not null default 0 check (fee_units >= 0);
alter table open_banking.payments alter column fee_units drop default;

-- What the Interledger peer owes the bank for packets that the bank has paid out, in each asset; less than zero if
-- the bank owes the peer.
create table interledger.peer_balances (
  environment text not null check (environment in ('live', 'sandbox')),
  asset text not null,
  owed_units numeric(38, 0) not null,
  updated_at timestamptz not null,
  primary key (environment, asset)
);

-- Payments by which the peer settled what it owed, each under a reference of its own.
create table interledger.peer_settlements (
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  asset text not null,
  units numeric(38, 0) not null check (units > 0),
  reference text not null,
  user_uuid uuid not null,
  created_at timestamptz not null,
  unique (environment, reference)
);
