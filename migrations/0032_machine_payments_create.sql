-- Payments that machines make for single requests: what was proved, once each, and what it settled.

create schema machine_payments;

create table machine_payments.payments (
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  -- The challenge that was answered: one payment each. Absent when a protocol has none.
  challenge text unique,
  rail text not null,
  -- What proves it, as a digest or as public as it is: each counts once.
  proof_key text not null,
  -- What it pays for: the route, and a digest of what was asked of it.
  resource text not null,
  digest bytea not null,
  payer text,
  -- Millionths of a USDC, and what that was in the currency of the rail.
  price_usdc numeric(38, 0) not null check (price_usdc > 0),
  amount numeric(38, 0) not null check (amount > 0),
  currency text not null,
  network text,
  test_mode boolean not null,
  status text not null check (status in ('pending', 'verified', 'settled', 'failed')),
  failure text,
  -- Until when the process that settles it has it to itself.
  claimed_until timestamptz,
  settlement_reference text,
  created_at timestamptz not null,
  verified_at timestamptz,
  settled_at timestamptz,
  unique (rail, proof_key),
  check ((status = 'settled') = (settled_at is not null)),
  check (status <> 'settled' or settlement_reference is not null)
);
create index payments_recent on machine_payments.payments (environment, created_at);

-- The local facilitator's own books, in place of a chain: which authorizations were used, and for what.
create table machine_payments.authorizations (
  network text not null,
  asset text not null,
  payer text not null,
  nonce text not null,
  pay_to text not null,
  value numeric(38, 0) not null check (value > 0),
  reference text not null,
  transaction_hash text not null unique,
  created_at timestamptz not null,
  primary key (network, asset, payer, nonce)
);
create trigger authorizations_append_only before update or delete on machine_payments.authorizations
  for each row execute function platform.refuse_change();
