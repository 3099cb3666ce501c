-- Payments between agents: a hold in the ledger while they wait, an entry once they are confirmed.

create schema agent_payments;

create table agent_payments.payments (
  -- Ordered by time: the newest come last.
  uuid uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  -- DIDs and owners of agents never change, so they are kept here to be read without asking.
  from_uuid uuid not null references agents.agents,
  from_did text not null,
  from_owner uuid not null,
  to_uuid uuid not null references agents.agents,
  to_did text not null,
  to_owner uuid not null,
  asset text not null,
  units numeric(38, 0) not null check (units > 0),
  -- The bank's, on top of the amount.
  fee_units numeric(38, 0) not null check (fee_units >= 0),
  type text not null check (type in ('direct', 'escrow')),
  status text not null check (status in ('pending', 'completed', 'cancelled', 'failed')),
  description text,
  metadata jsonb not null,
  escrow_uuid uuid unique,
  -- The ledger's reservation, and the entry that paid.
  hold_id uuid not null unique,
  entry_id uuid,
  -- Why it was cancelled or has failed.
  reason text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  closed_at timestamptz,
  check (from_uuid <> to_uuid),
  check ((type = 'escrow') = (escrow_uuid is not null)),
  check ((status = 'pending') = (closed_at is null)),
  check ((status = 'completed') = (entry_id is not null))
);
create index payments_from on agent_payments.payments (from_uuid, uuid);
create index payments_to on agent_payments.payments (to_uuid, uuid);
create index payments_due on agent_payments.payments (expires_at, uuid) where status = 'pending';
