-- Standing orders: payments that the bank makes for a customer on fixed days, and what became of each.
create schema standing_orders;

create table standing_orders.orders (
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  -- The owner of the account that pays, and the user who set the order up or changed it last, with which key and when.
  user_uuid uuid not null,
  allowed_by uuid not null,
  allowed_with uuid,
  allowed_at timestamptz not null,
  from_account uuid not null,
  to_account uuid not null,
  recipient_name text,
  asset text not null,
  units numeric(38, 0) not null check (units > 0),
  reference text,
  frequency text not null
    check (frequency in ('weekly', 'every_two_weeks', 'monthly', 'quarterly', 'yearly')),
  first_on date not null,
  last_on date check (last_on >= first_on),
  status text not null check (status in ('active', 'paused', 'ended', 'cancelled')),
  -- The number of due dates that have passed, and the next one; null when there is none.
  dates_passed integer not null,
  next_on date,
  payments_made integer not null,
  failed_in_a_row integer not null,
  -- The attempts at the next date so far, and when the next attempt is made.
  attempts integer not null,
  try_at timestamptz not null,
  request_id text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index orders_by_user on standing_orders.orders (user_uuid, id);
create index orders_by_allower on standing_orders.orders (allowed_by);
create index orders_due on standing_orders.orders (try_at) where status = 'active';

create table standing_orders.payments (
  order_id uuid not null references standing_orders.orders,
  due_on date not null,
  status text not null check (status in ('paid', 'failed')),
  units numeric(38, 0) not null,
  transfer_uuid uuid,
  reason text,
  decided_at timestamptz not null,
  primary key (order_id, due_on)
);
