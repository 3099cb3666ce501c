-- What the first page of operators shows of the whole bank: how much moved on each day, and who moved money lately. A
-- reader of the event log keeps both, so that a page reads a few rows however many moves there are.
create schema bank_overview;

create table bank_overview.daily_volumes (
  environment text not null check (environment in ('live', 'sandbox')),
  -- In UTC.
  day date not null,
  asset text not null,
  kind text not null check (kind in ('deposit', 'withdrawal', 'payment')),
  moves bigint not null check (moves > 0),
  units numeric not null check (units > 0),
  primary key (environment, day, asset, kind)
);

create table bank_overview.active_customers (
  environment text not null check (environment in ('live', 'sandbox')),
  user_uuid uuid not null,
  first_on date not null,
  last_on date not null,
  primary key (environment, user_uuid),
  check (first_on <= last_on)
);
create index active_customers_last on bank_overview.active_customers (environment, last_on);
create index active_customers_first on bank_overview.active_customers (environment, first_on);

-- Open work is counted by these, however many rows are done.
create index invoices_overdue on partner_billing.invoices (due_at) where status = 'overdue';
create index payments_recovering on payment_rails.payments (environment) where status = 'recovering';
create index webhooks_failing on webhooks.webhooks (environment) where is_active and consecutive_failures > 0;
