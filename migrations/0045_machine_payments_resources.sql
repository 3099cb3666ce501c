-- What operators sell for payments on any rail, what its buyers were given, and how much agents may pay.

create table machine_payments.resources (
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  method text not null,
  path text not null,
  -- Hundredths of the currency.
  amount_cents integer not null check (amount_cents between 1 and 100000000),
  currency text not null,
  available_rails text[] not null check (cardinality(available_rails) > 0),
  description text,
  mime_type text not null,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (environment, method, path)
);

-- Whose bearer came with a payment, and by which names the payer went, in small letters.
alter table machine_payments.payments
  add column user_uuid uuid,
  add column agent_ids text[] not null default '{}';
create index payments_of on machine_payments.payments (environment, user_uuid, created_at)
  where user_uuid is not null;

-- What a payment bought, kept for a while: whoever comes again with it is given the same.
create table machine_payments.answers (
  payment_id uuid primary key references machine_payments.payments,
  -- For whom it was made; for nobody else.
  user_uuid uuid,
  agent_uuid uuid,
  -- Status, headers and body; it may hold secrets.
  sealed bytea not null,
  created_at timestamptz not null
);
create index answers_old on machine_payments.answers (created_at);

create table machine_payments.spending_limits (
  environment text not null check (environment in ('live', 'sandbox')),
  user_uuid uuid not null,
  agent_id text not null,
  -- Cents of a dollar.
  daily_limit bigint not null check (daily_limit >= 0),
  per_tx_limit bigint not null check (per_tx_limit >= 0),
  auto_pay boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment, user_uuid, agent_id)
);
