-- Payments to and from other banks over payment rails, direct debit mandates, ACH files and the days' figures.

create schema payment_rails;

create table payment_rails.mandates (
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  -- The customer of this bank, who collects as the creditor or pays as the debtor.
  user_uuid uuid not null,
  account_id uuid not null,
  role text not null check (role in ('creditor', 'debtor')),
  -- The reference that creditor and debtor agreed on; it is unique for a creditor.
  mandate_id text not null,
  creditor_id text not null,
  creditor_name text not null,
  creditor_iban text not null,
  debtor_name text not null,
  debtor_iban text not null,
  scheme text not null check (scheme in ('CORE', 'B2B')),
  frequency text not null check (frequency in ('one_off', 'weekly', 'monthly', 'quarterly', 'yearly', 'adhoc')),
  max_units numeric(38, 0) check (max_units > 0),
  status text not null check (status in ('active', 'suspended', 'cancelled', 'expired')),
  signed_at date not null,
  last_used_at timestamptz,
  -- 36 months after the signature or the last collection.
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index mandates_of on payment_rails.mandates (environment, user_uuid, id desc);
create index mandates_due on payment_rails.mandates (expires_at) where status in ('active', 'suspended');
-- A reference may be used again only when the mandate before it has ended.
create unique index mandates_creditor on payment_rails.mandates (environment, creditor_id, mandate_id)
  where role = 'creditor' and status in ('active', 'suspended');
create unique index mandates_debtor on payment_rails.mandates (environment, account_id, creditor_id, mandate_id)
  where role = 'debtor' and status in ('active', 'suspended');

create table payment_rails.ach_files (
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  -- Who asked for it; null for the bank's own batch at the cut-off.
  user_uuid uuid,
  -- A batch holds payments of customers; a request holds entries that an operator sent; a return came from outside.
  kind text not null check (kind in ('batch', 'request', 'return')),
  file_name text not null,
  -- The content's digest, so that a return file is processed once.
  digest text not null,
  content text not null,
  entry_count integer not null,
  debit_cents numeric(38, 0) not null,
  credit_cents numeric(38, 0) not null,
  entry_hash text not null,
  effective_date date,
  created_at timestamptz not null
);
create index ach_files_of on payment_rails.ach_files (environment, id desc);
create unique index ach_files_once on payment_rails.ach_files (environment, digest) where kind = 'return';

-- The numbers of ACH entries; a bank does not give one twice within a few days.
create sequence payment_rails.traces maxvalue 9999999 cycle;

create table payment_rails.payments (
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  user_uuid uuid not null,
  account_id uuid not null,
  -- Whether the customer's money goes out or comes in.
  direction text not null check (direction in ('outgoing', 'incoming')),
  type text not null check (type in ('credit_transfer', 'direct_debit')),
  rail text not null check (rail in ('fednow', 'rtp', 'fedwire', 'ach', 'sct_inst', 'sepa_direct_debit', 'swift')),
  -- The network that carries it: simulated, or files in a folder.
  scheme text not null check (scheme in ('simulated', 'files')),
  asset text not null,
  units numeric(38, 0) not null check (units > 0),
  fee_units numeric(38, 0) not null check (fee_units >= 0),
  -- The other side: name, iban, bic, routing_number, account_number.
  party jsonb not null,
  memo text,
  end_to_end_id text not null,
  external_id text not null,
  -- The part of the bank that asked for the payment.
  origin text not null,
  urgency text not null check (urgency in ('normal', 'instant')),
  status text not null
    check (status in ('pending', 'processing', 'completed', 'failed', 'returned', 'cancelled', 'recovering')),
  -- The network's code and the reason in words.
  code text,
  reason text,
  -- An answer of the network that waits until the money can move.
  answer jsonb,
  routing jsonb,
  mandate uuid references payment_rails.mandates (id),
  -- The other half of a payment between two customers of this bank.
  twin uuid,
  ach_file uuid references payment_rails.ach_files (id),
  trace text,
  submit_at timestamptz not null,
  submitted_at timestamptz,
  estimated_settlement timestamptz not null,
  completed_at timestamptz,
  -- When the bank looks at it next; null while nothing is to be done.
  due_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index payments_of on payment_rails.payments (environment, user_uuid, id desc);
create index payments_due on payment_rails.payments (due_at) where due_at is not null;
create index payments_mandate on payment_rails.payments (mandate, created_at) where mandate is not null;
create index payments_batch on payment_rails.payments (environment, submit_at, id) where status = 'pending' and rail = 'ach';
create index payments_trace on payment_rails.payments (environment, trace) where trace is not null;
create index payments_sent on payment_rails.payments (external_id) where scheme = 'files';
-- A payment that the network reports twice is booked once.
create unique index payments_external on payment_rails.payments (environment, rail, direction, external_id);

-- How the rails did, day by day, for the choice between them. Only real networks are measured.
create table payment_rails.days (
  environment text not null check (environment in ('live', 'sandbox')),
  rail text not null,
  day date not null,
  succeeded bigint not null default 0,
  failed bigint not null default 0,
  -- How many settled within 2^n seconds but not within half of that.
  latencies bigint[] not null,
  primary key (environment, rail, day)
);

-- Files read from the network's folder, each once.
create table payment_rails.inbox (
  digest text primary key,
  file_name text not null,
  kind text not null,
  outcome text not null check (outcome in ('processed', 'refused')),
  report jsonb not null,
  created_at timestamptz not null
);
