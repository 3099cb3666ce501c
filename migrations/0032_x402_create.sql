-- Paths that cost something, what was paid for them, and how much agents may spend.

create schema x402;

create table x402.endpoints (
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  user_uuid uuid not null,
  -- One method, or '*' for all.
  method text not null,
  path text not null,
  price_usd_cents integer not null check (price_usd_cents > 0),
  network text not null,
  asset text not null,
  description text,
  mime_type text not null,
  is_active boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (environment, method, path)
);
create index endpoints_of on x402.endpoints (environment, user_uuid, created_at);

create table x402.payments (
  -- The machine payment's.
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  -- Whose path it was; the path may be gone.
  user_uuid uuid not null,
  endpoint_id uuid not null,
  endpoint text not null,
  payer text,
  pay_to text not null,
  amount numeric(38, 0) not null check (amount > 0),
  network text not null,
  asset text not null,
  scheme text not null,
  test_mode boolean not null,
  status text not null check (status in ('pending', 'verified', 'settled', 'failed', 'expired')),
  transaction_hash text,
  error_reason text,
  created_at timestamptz not null,
  verified_at timestamptz,
  settled_at timestamptz,
  check ((status = 'settled') = (settled_at is not null))
);
create index payments_of on x402.payments (environment, user_uuid, created_at);
create index payments_by on x402.payments (environment, payer, created_at);
create index payments_open on x402.payments (created_at) where status = 'verified';

create table x402.spending_limits (
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  user_uuid uuid not null,
  agent_id text not null,
  agent_type text not null,
  -- Millionths of a USDC.
  daily_limit numeric(38, 0) not null check (daily_limit >= 0),
  per_transaction_limit numeric(38, 0) not null check (per_transaction_limit >= 0),
  auto_pay_enabled boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (environment, user_uuid, agent_id)
);
