-- Posting rules: which events of the bank become journal entries.

create table general_ledger.posting_rules (
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  name text not null,
  trigger_event text not null,
  debit_account text not null,
  credit_account text not null,
  -- A decimal number, or event.<field>.
  amount_expression text not null,
  -- The code of an asset, or event.<field>.
  currency_expression text not null,
  priority integer not null,
  status text not null check (status in ('active', 'inactive')),
  -- Events from this instant on count.
  active_since timestamptz not null,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (environment, name),
  foreign key (environment, debit_account) references general_ledger.accounts,
  foreign key (environment, credit_account) references general_ledger.accounts,
  check (debit_account <> credit_account)
);
create index posting_rules_active on general_ledger.posting_rules (environment, trigger_event)
  where status = 'active';

-- What became of each event that a rule applies to: once for each rule and event, however often it is read.
create table general_ledger.rule_applications (
  rule_id uuid not null references general_ledger.posting_rules,
  event_id text not null,
  environment text not null check (environment in ('live', 'sandbox')),
  priority integer not null,
  -- What the expressions gave, as text; null where the event has no such value.
  amount text,
  currency text,
  occurred_at timestamptz not null,
  status text not null check (status in ('pending', 'posted', 'failed')),
  entry_id uuid references general_ledger.entries,
  problem text,
  primary key (rule_id, event_id),
  check ((status = 'posted') = (entry_id is not null)),
  check ((status = 'failed') = (problem is not null))
);
create index rule_applications_pending on general_ledger.rule_applications
  (environment, event_id, priority) where status = 'pending';
