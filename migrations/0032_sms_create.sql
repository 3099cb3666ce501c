-- Text messages: what was asked for, who paid, and what became of it.

create schema sms;

create table sms.messages (
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  -- Who is asked to send it. A message never changes its provider: only one knows the reference.
  provider text not null,
  -- What the provider calls it; known once it was accepted.
  provider_id text,
  test_mode boolean not null,
  -- E.164 with its plus.
  destination text not null,
  sender text not null,
  message text not null,
  parts smallint not null check (parts > 0),
  country_code text not null,
  -- Millionths of a USDC, for all parts.
  price_usdc numeric(38, 0) not null check (price_usdc > 0),
  status text not null default 'pending' check (status in ('pending', 'sent', 'delivered', 'failed')),
  error_code text,
  error_message text,
  mcc text,
  mnc text,
  -- Whoever paid, and a digest of payer and content: the same again within a minute is the same message.
  payer text,
  fingerprint bytea,
  user_uuid uuid,
  payment_rail text,
  payment_id uuid,
  payment_receipt text,
  -- How often the provider was asked, until when the process that asks has it to itself, and when
  -- it is asked again if nothing is known by then.
  attempts integer not null default 0,
  claimed_until timestamptz,
  next_attempt_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  sent_at timestamptz,
  delivered_at timestamptz,
  check ((status = 'delivered') = (delivered_at is not null)),
  check (status not in ('sent', 'delivered') or provider_id is not null)
);
create unique index messages_provider_id on sms.messages (provider, provider_id);
create index messages_fingerprint on sms.messages (fingerprint, created_at) where fingerprint is not null;
create index messages_payment on sms.messages (payment_id) where payment_id is not null;
create index messages_waiting on sms.messages (next_attempt_at) where status = 'pending';

-- Reports may be faster than the answer that tells the provider's id.
create table sms.early_reports (
  provider text not null,
  provider_id text not null,
  status text not null check (status in ('delivered', 'failed')),
  error_code text,
  mcc text,
  mnc text,
  reported_at timestamptz not null,
  primary key (provider, provider_id)
);

-- What the provider charges for a part, in ten-thousandths of a euro; newer than the bank's own table.
create table sms.rates (
  provider text not null,
  country_code text not null check (country_code ~ '^[A-Z]{2}$'),
  rate_eur integer not null check (rate_eur > 0),
  updated_at timestamptz not null,
  primary key (provider, country_code)
);

-- The simulated provider's own books: what it was asked, under which reference.
create table sms.simulated (
  reference uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  provider_id text not null unique,
  destination text not null,
  sender text not null,
  message text not null,
  calls integer not null default 1,
  is_accepted boolean not null,
  -- What it will report, and when.
  outcome text not null check (outcome in ('delivered', 'failed')),
  due_at timestamptz not null,
  reported_at timestamptz,
  created_at timestamptz not null
);
create index simulated_due on sms.simulated (environment, due_at) where is_accepted and reported_at is null;
