-- Partners: organisations that build their own bank on this one, their keys, people, tenants, looks and usage.

create schema partners;

create table partners.partners (
  uuid uuid primary key,
  code text not null unique,
  organization_name text not null,
  contact_email text not null,
  tier text not null check (tier in ('starter', 'growth', 'enterprise')),
  status text not null check (status in ('active', 'suspended', 'terminated')),
  status_reason text,
  billing_cycle text not null check (billing_cycle in ('monthly', 'quarterly', 'annually')),
  modules text[] not null,
  sdk_languages text[] not null,
  webhook_url text,
  -- Sealed, because deliveries are signed with it.
  webhook_secret bytea not null,
  -- Addresses and ranges from which the keys work; empty for any.
  ip_whitelist text[] not null,
  rate_limit_override integer check (rate_limit_override > 0),
  metadata jsonb not null,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index partners_newest on partners.partners (created_at desc, uuid desc);

-- A key is recognised by its hash; its text is shown once. There is at most one that works for each environment.
create table partners.keys (
  hash bytea primary key,
  uuid uuid not null unique,
  partner_uuid uuid not null references partners.partners,
  environment text not null check (environment in ('live', 'sandbox')),
  prefix text not null,
  created_by uuid not null,
  created_at timestamptz not null,
  revoked_at timestamptz
);
create unique index keys_in_use on partners.keys (partner_uuid, environment) where revoked_at is null;

-- The people of a partner, by e-mail address in lower case, whether or not they have registered yet.
create table partners.members (
  partner_uuid uuid not null references partners.partners,
  email text not null check (email = lower(email)),
  added_by uuid not null,
  created_at timestamptz not null,
  primary key (partner_uuid, email)
);
create index members_by_email on partners.members (email);

create table partners.tenants (
  uuid uuid primary key,
  partner_uuid uuid not null references partners.partners,
  environment text not null check (environment in ('live', 'sandbox')),
  name text not null,
  plan text not null check (plan in ('free', 'starter', 'growth', 'professional', 'enterprise')),
  -- A host name in lower case.
  domain text check (domain = lower(domain)),
  status text not null check (status in ('active', 'suspended', 'deleting', 'deleted')),
  delete_after timestamptz check ((delete_after is not null) = (status = 'deleting')),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index tenants_domain on partners.tenants (environment, domain) where status <> 'deleted';
create index tenants_of on partners.tenants (partner_uuid, environment, created_at desc, uuid desc);
create index tenants_leaving on partners.tenants (delete_after) where status = 'deleting';

create table partners.branding (
  partner_uuid uuid not null references partners.partners,
  environment text not null check (environment in ('live', 'sandbox')),
  fields jsonb not null,
  features jsonb not null,
  updated_at timestamptz not null,
  primary key (partner_uuid, environment)
);

-- Calls of one partner in one day (UTC). Billable calls are those that were not refused for a limit and did not
-- fail by a fault of the bank.
create table partners.usage (
  partner_uuid uuid not null references partners.partners,
  environment text not null check (environment in ('live', 'sandbox')),
  day date not null,
  calls bigint not null default 0 check (calls >= 0),
  failed bigint not null default 0 check (failed >= 0 and failed <= calls),
  billable bigint not null default 0 check (billable >= 0 and billable <= calls),
  sdk_downloads bigint not null default 0 check (sdk_downloads >= 0),
  widget_loads bigint not null default 0 check (widget_loads >= 0),
  widget_conversions bigint not null default 0 check (widget_conversions >= 0),
  primary key (partner_uuid, environment, day)
);

-- The shares of the monthly allowance, in percent, of which the partner has been told.
create table partners.usage_warnings (
  partner_uuid uuid not null references partners.partners,
  environment text not null check (environment in ('live', 'sandbox')),
  month date not null,
  percent integer not null,
  created_at timestamptz not null,
  primary key (partner_uuid, environment, month, percent)
);
