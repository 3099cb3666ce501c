-- Cards that a platform outside the bank issues: what it tells of holders, cards and its own balances.
-- None of this money is in the ledger: the platform keeps it, and its word is all that is known here.

create schema cards;

create table cards.cardholders (
  uuid uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  -- What the platform calls the holder, and who that is here, once known.
  holder_id text not null,
  user_uuid uuid,
  kyc_status text not null check (kyc_status in ('pending', 'in_review', 'verified', 'rejected')),
  -- Who reviews: the platform itself, then the channel behind it.
  kyc_stage text check (kyc_stage in ('admin', 'channel')),
  kyc_reason text,
  -- The event that said so: an older one that is tried again does not undo it.
  kyc_event uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (environment, holder_id)
);
create index cardholders_of on cards.cardholders (environment, user_uuid, uuid);

create table cards.cards (
  uuid uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  card_id text not null,
  holder_id text,
  status text not null check (status in ('pending', 'active', 'frozen', 'cancelled', 'expired')),
  status_event uuid,
  -- No more of a number is kept than this.
  last4 text check (last4 ~ '^[0-9]{4}$'),
  network text check (network in ('visa', 'mastercard', 'discover')),
  balance_cents numeric(38, 0) not null default 0,
  -- The event that named the balance: what came before it is contained in it.
  balance_event uuid,
  currency text check (currency ~ '^[A-Z]{3,10}$'),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (environment, card_id)
);
create index cards_of on cards.cards (environment, holder_id, uuid);

create table cards.wallets (
  uuid uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  account_id text not null,
  holder_id text,
  balance_cents numeric(38, 0) not null default 0,
  balance_event uuid,
  currency text check (currency ~ '^[A-Z]{3,10}$'),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (environment, account_id)
);
create index wallets_of on cards.wallets (environment, holder_id, uuid);

-- Each event once. Only what has an effect is kept of its content: never a number, a code or a password.
create table cards.events (
  id uuid primary key,
  provider text not null,
  event_id text not null,
  -- In the platform's own spelling: DEPOSIT is another type than deposit.
  event_type text not null,
  environment text not null check (environment in ('live', 'sandbox')),
  facts jsonb,
  received_at timestamptz not null,
  processed_at timestamptz,
  attempts integer not null default 0,
  error text,
  -- When it is tried again; null once it is processed or given up.
  next_attempt_at timestamptz check (next_attempt_at is null or processed_at is null),
  unique (provider, event_id, event_type)
);
create index events_due on cards.events (next_attempt_at) where next_attempt_at is not null;
