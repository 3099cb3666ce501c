-- Invoices to partners. All amounts are cents of USD.

create schema partner_billing;

-- One row for each month in which invoices were numbered: the last number given.
create table partner_billing.numbers (
  month text primary key,
  last integer not null check (last > 0)
);

create table partner_billing.invoices (
  uuid uuid primary key,
  number text not null unique,
  partner_uuid uuid not null,
  status text not null check (status in ('draft', 'pending', 'paid', 'overdue', 'cancelled', 'refunded')),
  tier text not null,
  billing_cycle text not null check (billing_cycle in ('monthly', 'quarterly', 'annually')),
  -- From the first day of a month to the last day of one, both included.
  period_start date not null,
  period_end date not null check (period_end >= period_start),
  included_calls bigint not null check (included_calls >= 0),
  calls bigint not null check (calls >= 0),
  overage_calls bigint not null check (overage_calls >= 0),
  base_cents bigint not null check (base_cents >= 0),
  discount_cents bigint not null check (discount_cents >= 0 and discount_cents <= base_cents),
  overage_cents bigint not null check (overage_cents >= 0),
  total_cents bigint not null check (total_cents = base_cents - discount_cents + overage_cents),
  -- The entries of the ledger by which it was paid and refunded, and the account that paid.
  account_uuid uuid,
  entry_uuid uuid check ((entry_uuid is not null) = (status in ('paid', 'refunded') and total_cents > 0)),
  refund_entry_uuid uuid,
  issued_at timestamptz,
  due_at timestamptz,
  paid_at timestamptz,
  reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- A period is billed once, however many nodes and jobs try; a cancelled invoice may be replaced.
create unique index invoices_of_period on partner_billing.invoices (partner_uuid, period_start)
  where status <> 'cancelled';
create index invoices_of on partner_billing.invoices (partner_uuid, created_at desc, uuid desc);
create index invoices_due on partner_billing.invoices (due_at) where status = 'pending';
