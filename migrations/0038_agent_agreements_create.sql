-- What two agents agreed on to talk by: one agreement per pair, whoever asked for it. The next one
-- takes the place of the last; the event log remembers all of them.

create schema agent_agreements;

create table agent_agreements.agreements (
  -- Ordered, so that the pair is the same from both sides.
  first_uuid uuid not null references agents.agents,
  second_uuid uuid not null references agents.agents,
  agreement_id text not null unique check (agreement_id ~ '^[0-9a-f]{32}$'),
  initiator_did text not null,
  responder_did text not null,
  version text not null,
  encryption_method text not null,
  signature_method text not null,
  capabilities text[] not null check (cardinality(capabilities) > 0),
  agreed_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (first_uuid, second_uuid),
  check (first_uuid < second_uuid)
);
