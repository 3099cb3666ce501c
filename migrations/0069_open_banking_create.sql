-- Open banking: consents by which account holders open their accounts to others, and payments that others start.

create schema open_banking;

create table open_banking.consents (
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  -- Who asked for it, and the account holder who decided; nobody has decided about a new one.
  tpp_uuid uuid not null,
  psu_uuid uuid,
  status text not null check (status in
    ('received', 'valid', 'rejected', 'revokedByPsu', 'expired', 'terminatedByTpp')),
  -- As it was asked for; what was granted is in open_banking.grants.
  access jsonb not null,
  recurring boolean not null,
  frequency_per_day integer not null check (frequency_per_day > 0),
  -- The last day, in UTC, on which it can be used.
  valid_until date not null,
  -- Where the account holder returns to after deciding.
  redirect_uri text,
  -- When the clock ends it; nothing ends what is over.
  due_at timestamptz check ((due_at is null) = (status not in ('received', 'valid'))),
  -- The accesses of one UTC day, the last on which there were any.
  used_on date,
  used_count integer not null default 0 check (used_count between 0 and frequency_per_day),
  last_action_at timestamptz not null,
  authorized_at timestamptz,
  ended_at timestamptz check ((ended_at is null) = (status in ('received', 'valid'))),
  created_at timestamptz not null,
  check (psu_uuid is not null or status in ('received', 'expired', 'terminatedByTpp')),
  check ((authorized_at is not null) or status not in ('valid', 'revokedByPsu'))
);
create index consents_of_tpp on open_banking.consents (environment, tpp_uuid, id desc);
create index consents_of_psu on open_banking.consents (environment, psu_uuid, id desc)
  where psu_uuid is not null;
create index consents_due on open_banking.consents (due_at, id) where due_at is not null;

-- Exactly what a consent opens: which kind of data of which account.
create table open_banking.grants (
  consent_id uuid not null references open_banking.consents (id),
  permission text not null check (permission in ('accounts', 'balances', 'transactions')),
  account_uuid uuid not null,
  primary key (consent_id, permission, account_uuid)
);

create table open_banking.payments (
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  tpp_uuid uuid not null,
  -- The account holder who decided; also set when the payer started it.
  psu_uuid uuid,
  consent_id uuid references open_banking.consents (id),
  status text not null check (status in ('RCVD', 'ACTC', 'ACSP', 'ACSC', 'RJCT', 'CANC')),
  debtor_account uuid not null,
  creditor_iban text not null,
  creditor_name text,
  currency text not null,
  units numeric(38, 0) not null check (units > 0),
  reference text,
  end_to_end_id text not null,
  redirect_uri text,
  -- Who carries it out, and under which id: a transfer within this bank, for instance.
  carrier text not null,
  carrier_id uuid check (carrier_id is not null or status not in ('ACSP', 'ACSC')),
  reason text,
  -- When the clock looks at it again: to end it when nobody authorized it, or to see whether it is settled.
  due_at timestamptz check ((due_at is null) = (status in ('ACSC', 'RJCT', 'CANC'))),
  authorized_at timestamptz,
  completed_at timestamptz check ((completed_at is not null) = (status = 'ACSC')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (carrier, carrier_id),
  check (psu_uuid is not null or status in ('RCVD', 'CANC'))
);
create index payments_of_tpp on open_banking.payments (environment, tpp_uuid, id desc);
create index payments_of_psu on open_banking.payments (environment, psu_uuid, id desc)
  where psu_uuid is not null;
create index payments_due on open_banking.payments (due_at, id) where due_at is not null;
