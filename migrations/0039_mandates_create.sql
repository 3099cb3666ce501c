-- Mandates: what one agent allows or promises another, as a signed credential, and what was paid on it.

create schema mandates;

create table mandates.mandates (
  uuid uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  type text not null check (type in ('cart', 'intent', 'payment')),
  status text not null check (status in
    ('issued', 'accepted', 'executed', 'completed', 'revoked', 'disputed', 'expired')),
  -- Who gave it and to whom, and the people behind them.
  issuer_uuid uuid not null references agents.agents,
  issuer_did text not null,
  issuer_owner_uuid uuid not null,
  subject_uuid uuid not null references agents.agents,
  subject_did text not null,
  subject_owner_uuid uuid not null,
  -- As it was sent: signatures are over it.
  payload jsonb not null,
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null,
  -- The same in the smallest unit of the currency: what payments are compared with.
  units numeric(38, 0) not null check (units > 0),
  credential jsonb not null,
  -- SHA-256 of the credential in canonical JSON.
  vdc_hash text not null check (vdc_hash ~ '^[0-9a-f]{64}$'),
  reason text check (char_length(reason) <= 1000),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  executed_at timestamptz,
  completed_at timestamptz,
  revoked_at timestamptz,
  disputed_at timestamptz,
  -- The DID of the agent that disputed it.
  disputed_by text,
  check (issuer_uuid <> subject_uuid),
  check (expires_at > created_at)
);
create index mandates_issuer on mandates.mandates (issuer_owner_uuid, environment, created_at desc);
create index mandates_subject on mandates.mandates (subject_owner_uuid, environment, created_at desc);
create index mandates_issuer_agent on mandates.mandates (issuer_uuid, created_at desc);
create index mandates_subject_agent on mandates.mandates (subject_uuid, created_at desc);
create index mandates_expiring on mandates.mandates (expires_at) where status in ('issued', 'accepted');

-- A payment is made on one mandate only.
create table mandates.payments (
  reference text primary key,
  mandate_uuid uuid not null references mandates.mandates,
  -- In the order in which they came.
  position integer not null check (position > 0),
  units numeric(38, 0) not null check (units > 0),
  -- What was known of it last: a payment that came to nothing does not count.
  state text not null check (state in ('pending', 'completed', 'void')),
  created_at timestamptz not null,
  unique (mandate_uuid, position)
);
