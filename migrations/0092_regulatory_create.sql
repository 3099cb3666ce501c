-- Regulatory reporting: decisions with their inputs and rule versions, travel-rule checks and records, reports to
-- regulators, and the switch of the travel rule's enforcement.

create schema regulatory;

-- Every decision of the rules, with everything that it was made from, so that it can be made again.
create table regulatory.decisions (
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  user_uuid uuid not null,
  kind text not null check (kind in ('travel_rule_check', 'travel_rule_transfer', 'mica_check', 'mifid_report')),
  -- The id under which the caller knows the result.
  subject text not null,
  rule_version text not null,
  input jsonb not null,
  -- What the rules looked at besides the input: rates, results of the screening, figures of the ledger.
  facts jsonb not null,
  output jsonb not null,
  created_at timestamptz not null
);
create index decisions_all on regulatory.decisions (environment, id desc);
create index decisions_kind on regulatory.decisions (environment, kind, id desc);

create table regulatory.travel_rule_checks (
  id uuid primary key references regulatory.decisions (id),
  environment text not null check (environment in ('live', 'sandbox')),
  user_uuid uuid not null,
  transfer_id text not null,
  originator_account text,
  beneficiary_account text,
  currency text not null,
  amount numeric not null check (amount >= 0),
  is_compliant boolean not null,
  -- Both parties are identified in full, whether or not the amount asked for it.
  is_identified boolean not null,
  issues text[] not null,
  valid_until timestamptz not null,
  -- The transfer that this check allowed: one check allows one transfer.
  used_by uuid,
  created_at timestamptz not null
);
create index travel_rule_checks_open on regulatory.travel_rule_checks
  (environment, user_uuid, currency, amount, id desc) where used_by is null;
create unique index travel_rule_checks_used on regulatory.travel_rule_checks (used_by) where used_by is not null;

create table regulatory.travel_rule_transfers (
  id uuid primary key references regulatory.decisions (id),
  environment text not null check (environment in ('live', 'sandbox')),
  user_uuid uuid not null,
  transfer_id text not null,
  is_compliant boolean not null,
  threshold_exceeded boolean not null,
  jurisdiction text not null,
  issues jsonb not null,
  created_at timestamptz not null
);
create index travel_rule_transfers_of on regulatory.travel_rule_transfers (environment, user_uuid, id desc);

create table regulatory.reports (
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  user_uuid uuid not null,
  reference text not null unique,
  report_type text not null,
  jurisdiction text not null check (jurisdiction in ('US', 'EU', 'UK', 'SG')),
  regulator text not null,
  -- How the report went to the regulator: simulated, or as a file in a folder.
  channel text not null check (channel in ('simulated', 'files')),
  data jsonb not null,
  metadata jsonb,
  deadline timestamptz,
  submitted_at timestamptz not null
);
create index reports_all on regulatory.reports (environment, id desc);
create index reports_type on regulatory.reports (environment, report_type, submitted_at);

-- Whether transfers without a travel-rule check are stopped; without a row the setting counts.
create table regulatory.enforcement (
  environment text primary key check (environment in ('live', 'sandbox')),
  enabled boolean not null,
  reason text not null,
  changed_by uuid not null,
  changed_at timestamptz not null
);

-- When this bank began to report: no filing was due before.
create table regulatory.opened (
  one boolean primary key default true check (one),
  at timestamptz not null
);
