-- Budgets of people for categories, and the alerts that were given about them.

create table spending.budgets (
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  user_uuid uuid not null,
  category text not null check (char_length(category) <= 50),
  asset text not null,
  period text not null check (period in ('weekly', 'monthly', 'yearly')),
  limit_units numeric(38, 0) not null check (limit_units > 0),
  warning_percent integer not null check (warning_percent between 1 and 99),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (environment, user_uuid, category, asset, period)
);

-- Each alert is given once for a budget and period.
create table spending.alerts (
  budget_id uuid not null references spending.budgets (id) on delete cascade,
  starts_on date not null,
  kind text not null check (kind in ('warning', 'exceeded')),
  created_at timestamptz not null,
  primary key (budget_id, starts_on, kind)
);

-- People whose money moved since their budgets were last looked at.
create table spending.checks (
  environment text not null check (environment in ('live', 'sandbox')),
  user_uuid uuid not null,
  noted_at timestamptz not null,
  primary key (environment, user_uuid)
);
create index checks_due on spending.checks (environment, noted_at);
