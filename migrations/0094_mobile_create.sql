-- Payments from the app: payment intents, merchants, transfers between people, and receipts. All money is in the
-- ledger: what a customer has paid and the other side does not have yet is on 'clearing:mobile'.

insert into ledger.accounts (id, environment, code, created_at)
select ('00000000-0000-4000-8000-00000000' || env.digit || '094')::uuid, env.name, 'clearing:mobile',
  '2026-01-01Z'
from (values ('live', '0'), ('sandbox', '5')) as env (name, digit);

create schema mobile;

create table mobile.merchants (
  id text primary key check (char_length(id) between 3 and 64),
  environment text not null check (environment in ('live', 'sandbox')),
  user_uuid uuid not null,
  account_uuid uuid not null,
  display_name text not null check (char_length(display_name) between 1 and 100),
  icon_url text check (char_length(icon_url) <= 500),
  assets text[] not null,
  networks text[] not null,
  is_open boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index merchants_owner on mobile.merchants (environment, user_uuid, id);

create table mobile.intents (
  id text primary key check (id ~ '^pi_[A-Za-z0-9]{20}$'),
  environment text not null check (environment in ('live', 'sandbox')),
  user_uuid uuid not null,
  -- The account that pays; chosen when the intent is submitted, unless the payer named one.
  account_uuid uuid,
  asset text not null,
  units numeric(38) not null check (units > 0),
  fee_units numeric(38) not null check (fee_units >= 0),
  network text not null
    check (network in ('internal', 'SOLANA', 'TRON', 'polygon', 'base', 'arbitrum', 'ethereum')),
  recipient text not null check (char_length(recipient) between 1 and 255),
  recipient_kind text not null
    check (recipient_kind in ('user', 'email', 'account', 'merchant', 'unknown')),
  -- The user, the account, the merchant or the e-mail address that the recipient was understood as.
  recipient_id text check (char_length(recipient_id) <= 255),
  description text check (char_length(description) <= 255),
  shield boolean not null,
  status text not null check (status in ('CREATED', 'AWAITING_AUTH', 'SUBMITTING', 'PENDING',
    'CONFIRMED', 'FAILED', 'CANCELLED', 'EXPIRED')),
  auth text check (auth in ('biometric', 'pin')),
  reason text check (char_length(reason) <= 500),
  error_code text,
  error_message text,
  tx_hash text,
  is_simulated boolean not null,
  idempotency_key text check (char_length(idempotency_key) <= 128),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  submitted_at timestamptz,
  ended_at timestamptz,
  -- When the bank has to look at it again by itself.
  due_at timestamptz,
  check ((status in ('CONFIRMED', 'FAILED', 'CANCELLED', 'EXPIRED')) = (ended_at is not null)),
  check (status not in ('PENDING', 'CONFIRMED') or account_uuid is not null)
);
create index intents_of on mobile.intents (environment, user_uuid, created_at desc, id);
create index intents_due on mobile.intents (due_at, id) where due_at is not null;
create unique index intents_key on mobile.intents (environment, user_uuid, idempotency_key)
  where idempotency_key is not null;

create table mobile.p2p_transfers (
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  from_user uuid not null,
  from_account uuid not null,
  -- Either the person, or an address in lower case, whose owner is known once the money is claimed.
  to_user uuid,
  to_email text check (char_length(to_email) <= 255),
  to_account uuid,
  asset text not null,
  units numeric(38) not null check (units > 0),
  note text check (char_length(note) <= 140),
  status text not null check (status in ('pending', 'completed', 'cancelled', 'returned')),
  -- The secret in the mail, by which the receiver proves to read the address.
  code_hash bytea unique check (octet_length(code_hash) = 32),
  intent_id text unique references mobile.intents,
  created_at timestamptz not null,
  expires_at timestamptz,
  ended_at timestamptz,
  due_at timestamptz,
  check (to_user is not null or to_email is not null),
  check ((status = 'pending') = (ended_at is null)),
  check (status <> 'completed' or to_account is not null)
);
create index p2p_sent on mobile.p2p_transfers (environment, from_user, id desc);
create index p2p_received on mobile.p2p_transfers (environment, to_user, id desc)
  where to_user is not null;
create index p2p_waiting on mobile.p2p_transfers (environment, from_user) where status = 'pending';
create index p2p_due on mobile.p2p_transfers (due_at, id) where due_at is not null;

-- Links by which anybody can see one receipt. The secret in the link is kept as a hash.
create table mobile.receipt_links (
  hash bytea primary key check (octet_length(hash) = 32),
  environment text not null check (environment in ('live', 'sandbox')),
  user_uuid uuid not null,
  transaction_id text not null check (char_length(transaction_id) <= 64),
  -- The receipt as its owner saw it when they shared it.
  receipt jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create unique index receipt_links_one on mobile.receipt_links (environment, user_uuid, transaction_id)
  where revoked_at is null;
create index receipt_links_expired on mobile.receipt_links (expires_at);
