-- Files of payments: the messages that customers send, and each payment in them with its outcome.

create schema payment_files;

create table payment_files.messages (
  -- A time and random bits, and zeros where the ids of its payments have their position.
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  user_uuid uuid not null,
  -- The API key with which it was sent; its payments of later days end with it. None for a login.
  credential_id uuid,
  -- Whether it was sent with the rights of an operator, who may use every account.
  by_operator boolean not null,
  request_id text not null,
  message_type text not null check (message_type in ('pain.001', 'pacs.008')),
  -- The full name of the message as it was sent: pain.001.001.09.
  message_name text not null,
  -- The sender's MsgId: once for each user and environment.
  message_id text not null,
  -- Of all that the message says, so that a resent one is told from another with the same MsgId.
  digest bytea not null,
  -- The document as it was sent, compressed.
  document bytea not null,
  initiating_party_name text,
  number_of_transactions integer not null check (number_of_transactions > 0),
  control_sum numeric,
  status text not null check (status in
    ('processing', 'scheduled', 'settled', 'partly_settled', 'rejected', 'cancelled')),
  -- How many payments are recorded, in the order of the file; the next part begins behind them.
  decided integer not null default 0,
  settled integer not null default 0 check (settled >= 0),
  rejected integer not null default 0 check (rejected >= 0),
  scheduled integer not null default 0 check (scheduled >= 0),
  sent integer not null default 0 check (sent >= 0),
  cancelled integer not null default 0 check (cancelled >= 0),
  -- The Idempotency-Key of the request until its reply is stored; no other request may use it meanwhile.
  idempotency_key text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  completed_at timestamptz,
  unique (environment, user_uuid, message_id),
  check (decided <= number_of_transactions),
  check (decided = settled + rejected + scheduled + sent + cancelled),
  check ((status = 'processing') = (decided < number_of_transactions)),
  check ((status = 'scheduled') = (decided = number_of_transactions and scheduled + sent > 0)),
  check ((completed_at is null) = (status in ('processing', 'scheduled')))
);
create index messages_of on payment_files.messages (environment, user_uuid, id desc);
create index messages_key on payment_files.messages (environment, user_uuid, idempotency_key)
  where idempotency_key is not null;
create index messages_processing on payment_files.messages (updated_at) where status = 'processing';

-- Ten thousand are written at once, so there are no more indexes than are used. The payments of a message are
-- the range of ids behind its own.
create table payment_files.payments (
  id uuid primary key,
  message_uuid uuid not null,
  -- The place in the file, from 1, and the line of the document where the payment begins.
  position integer not null check (position > 0),
  line integer not null,
  payment_information_id text,
  instruction_id text,
  end_to_end_id text not null,
  uetr text,
  -- The accounts as they were written, and the accounts of this bank that were found by that.
  debtor text not null,
  debtor_account uuid,
  creditor text not null,
  creditor_account uuid,
  creditor_name text,
  creditor_bic text,
  -- As it was written; a rejected payment may name a currency that does not exist.
  amount numeric not null check (amount > 0),
  currency text not null,
  remittance_info text,
  requested_execution_date date,
  -- When a scheduled payment is executed; none for every other.
  due_at timestamptz check ((due_at is null) = (status <> 'scheduled')),
  status text not null check (status in ('scheduled', 'sent', 'settled', 'rejected', 'cancelled')),
  reason_code text check ((reason_code is null) = (status <> 'rejected')),
  reason text check ((reason is null) = (status <> 'rejected')),
  -- The transfer in the ledger, or the payment at a rail to another bank.
  entry_id uuid check (entry_id is null or status = 'settled'),
  outside_id uuid,
  -- Its claim, if it has one.
  claim uuid check (claim is null or status not in ('rejected', 'cancelled')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (status <> 'settled' or entry_id is not null or outside_id is not null)
);
create index payments_due on payment_files.payments (due_at) where due_at is not null;
create unique index payments_outside on payment_files.payments (outside_id)
  where outside_id is not null;

-- The same payment once: a hash of the account that pays, the EndToEndId, the creditor and the amount. Payments
-- that are rejected or cancelled give theirs back, so that they can be sent again.
create table payment_files.claims (
  claim uuid primary key,
  message_uuid uuid not null,
  position integer not null
);
