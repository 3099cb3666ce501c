-- Subscriptions bought in an app store: what a store said of them, and what was agreed to.

create schema subscriptions;

create table subscriptions.subscriptions (
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  user_uuid uuid not null,
  source text not null check (source in ('apple_iap', 'google_play')),
  -- What the store calls it through all its renewals: the original transaction, or the purchase token.
  store_id text not null,
  -- The store's own test or production, in its word.
  store_environment text,
  product_id text not null,
  plan text not null check (plan in ('monthly_pro', 'annual_pro')),
  -- The purchase or renewal that was seen last.
  transaction_id text,
  status text not null check (status in
    ('active', 'trialing', 'past_due', 'grace_period', 'paused', 'cancelled', 'expired', 'refunded')),
  current_period_ends_at timestamptz,
  trial_ends_at timestamptz,
  paused_until timestamptz,
  cancel_at_period_end boolean not null default false,
  -- When the store said the above, and when it said whether it renews: what it said before is late.
  as_of timestamptz not null,
  renewal_as_of timestamptz not null,
  last_verified_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (environment, source, store_id)
);
-- One that counts for each person, whatever happens at the same time.
create unique index subscriptions_live on subscriptions.subscriptions (environment, user_uuid)
  where status in ('active', 'trialing', 'past_due', 'grace_period', 'paused');
create index subscriptions_of on subscriptions.subscriptions (environment, user_uuid, updated_at desc);
create index subscriptions_ending on subscriptions.subscriptions (current_period_ends_at)
  where status in ('active', 'trialing', 'past_due', 'grace_period', 'paused');

-- Each receipt that was accepted: a digest of it, and what it was for.
create table subscriptions.receipts (
  id uuid primary key,
  subscription_id uuid not null references subscriptions.subscriptions,
  digest bytea not null,
  transaction_id text,
  currency text,
  -- Thousandths of the currency, as the store counts.
  price_milliunits numeric(38, 0),
  verified_at timestamptz not null
);
create index receipts_of on subscriptions.receipts (subscription_id, verified_at);

-- That somebody wants to be served at once and knows that the right of withdrawal ends by that.
create table subscriptions.consents (
  id uuid primary key,
  subscription_id uuid not null references subscriptions.subscriptions,
  environment text not null check (environment in ('live', 'sandbox')),
  user_uuid uuid not null,
  given boolean not null,
  consent_text text not null,
  version integer not null check (version >= 1),
  shown_at timestamptz not null,
  accepted_at timestamptz not null check (accepted_at >= shown_at),
  app_version text,
  -- Recognises the network address again without telling it.
  address_digest bytea not null,
  created_at timestamptz not null
);
create index consents_of on subscriptions.consents (environment, user_uuid, created_at);

-- What stores said by themselves. One about a purchase that nobody has shown yet waits for it.
create table subscriptions.notifications (
  id uuid primary key,
  source text not null check (source in ('apple_iap', 'google_play')),
  notification_id text not null,
  type text not null,
  store_id text,
  -- Whose it may be: a store's test purchases are never live ones in production.
  environments text[] not null,
  -- What it changes; none for what is only noted.
  change jsonb,
  outcome text not null check (outcome in ('noted', 'waiting', 'applied', 'late')),
  received_at timestamptz not null,
  settled_at timestamptz check ((settled_at is null) = (outcome = 'waiting')),
  unique (source, notification_id)
);
create index notifications_waiting on subscriptions.notifications (source, store_id)
  where outcome = 'waiting';
