-- Daily sums of what accounts paid and received, by category and merchant; people's own rules for these; and budgets.

create schema spending;

-- What a person says about transactions with certain words in the reference, or with a certain counterparty.
create table spending.rules (
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  user_uuid uuid not null,
  priority integer not null check (priority between 0 and 1000),
  -- In lower case; the reference must have all of them.
  words text[] not null check (cardinality(words) <= 5),
  counterparty uuid,
  category text check (char_length(category) <= 50),
  merchant text check (char_length(merchant) <= 100),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (cardinality(words) > 0 or counterparty is not null),
  check (category is not null or merchant is not null)
);
create index rules_of on spending.rules (environment, user_uuid, priority, id desc);

-- The sums under the rules of one person. A change of a rule begins a new view, which is empty at first; the sums of
-- the old one are deleted later. People without rules share the view with the nil id, which has no row here.
create table spending.views (
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  user_uuid uuid not null,
  is_current boolean not null default true,
  is_built boolean not null default false,
  created_at timestamptz not null
);
create unique index views_current on spending.views (environment, user_uuid) where is_current;
create index views_open on spending.views (id) where not is_current or not is_built;

-- How many moves of a balance are in the sums of a view; later moves are read from the ledger.
create table spending.books (
  view_id uuid not null,
  account_id uuid not null,
  asset text not null,
  seq bigint not null default 0 check (seq >= 0),
  primary key (view_id, account_id, asset)
);

create table spending.sums (
  view_id uuid not null,
  account_id uuid not null,
  asset text not null,
  -- UTC
  day date not null,
  side text not null check (side in ('from', 'to')),
  category text not null,
  -- The category stays also when the other account is the owner's own.
  is_firm boolean not null,
  is_exchange boolean not null,
  merchant text not null,
  -- The other account if it has the same owner, or else nil.
  own_account uuid not null,
  count bigint not null check (count > 0),
  units numeric(60, 0) not null,
  smallest numeric(38, 0) not null,
  largest numeric(38, 0) not null,
  primary key (view_id, account_id, asset, day, side, category, merchant, own_account, is_firm, is_exchange)
);

-- The last payments to each counterparty, one for each day, oldest first; recurring payments are found in them.
create table spending.payees (
  view_id uuid not null,
  account_id uuid not null,
  asset text not null,
  other_account uuid not null,
  merchant text not null,
  category text not null,
  days date[] not null,
  units numeric(60, 0)[] not null check (cardinality(units) = cardinality(days)),
  primary key (view_id, account_id, asset, other_account, merchant)
);
