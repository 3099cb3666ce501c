-- Money between two agents, reserved until what was agreed has happened. The money itself is in the
-- ledger: a hold while the escrow is funded, an entry once somebody was paid.

create schema escrow;

create table escrow.escrows (
  -- Ordered by time: the newest come last.
  uuid uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  -- The transaction it settles; that of a payment when `of_payment`.
  transaction_uuid uuid not null unique,
  -- A payment drives it: nobody else funds, releases or cancels it.
  of_payment boolean not null,
  -- DIDs and owners of agents never change, so they are kept here to be read without asking.
  buyer_uuid uuid not null references agents.agents,
  buyer_did text not null,
  buyer_owner uuid not null,
  seller_uuid uuid not null references agents.agents,
  seller_did text not null,
  seller_owner uuid not null,
  resolver_uuid uuid references agents.agents,
  resolver_did text,
  resolver_owner uuid,
  asset text not null,
  units numeric(38, 0) not null check (units > 0),
  status text not null check (status in
    ('created', 'funded', 'released', 'disputed', 'resolved', 'expired', 'cancelled')),
  conditions text[] not null,
  release_conditions text[] not null,
  conditions_met text[] not null default '{}',
  metadata jsonb not null,
  -- The ledger's reservation, from the moment it was funded, and the entry that paid the seller.
  hold_id uuid unique,
  entry_id uuid,
  -- What the bank kept of the seller's money.
  fee_units numeric(38, 0) not null default 0 check (fee_units >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  funded_at timestamptz,
  released_at timestamptz,
  released_by text,
  cancelled_at timestamptz,
  cancelled_reason text,
  expired_at timestamptz,
  check (buyer_uuid <> seller_uuid),
  check ((hold_id is null) = (funded_at is null)),
  check (status <> 'created' or hold_id is null),
  check (status not in ('funded', 'released', 'disputed', 'resolved') or hold_id is not null),
  check (status <> 'released' or entry_id is not null)
);
create index escrows_buyer on escrow.escrows (buyer_owner, uuid);
create index escrows_seller on escrow.escrows (seller_owner, uuid);
create index escrows_resolver on escrow.escrows (resolver_owner, uuid) where resolver_owner is not null;
create index escrows_due on escrow.escrows (expires_at, uuid) where status in ('created', 'funded');

create table escrow.disputes (
  uuid uuid primary key,
  escrow_uuid uuid not null unique references escrow.escrows,
  status text not null check (status in ('open', 'resolved')),
  disputed_by text not null,
  reason text not null,
  method text not null check (method in ('automated', 'voting', 'arbitration')),
  created_at timestamptz not null,
  resolved_by text,
  resolved_at timestamptz,
  resolution_type text check (resolution_type in ('release_to_receiver', 'return_to_sender', 'split')),
  resolution_reason text,
  -- How the money was shared, before the bank's fee; together all of it.
  sender_units numeric(38, 0) check (sender_units >= 0),
  receiver_units numeric(38, 0) check (receiver_units >= 0),
  check ((status = 'resolved') = (resolved_at is not null)),
  check ((resolved_at is null) = (resolution_type is null))
);

-- What was brought forward, by whom and when.
create table escrow.evidence (
  dispute_uuid uuid not null references escrow.disputes,
  number smallint not null,
  evidence text not null,
  submitted_by text not null,
  submitted_at timestamptz not null,
  primary key (dispute_uuid, number)
);
create trigger evidence_append_only before update or delete on escrow.evidence
  for each row execute function platform.refuse_change();
