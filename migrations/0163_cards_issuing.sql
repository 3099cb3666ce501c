-- Cards that customers order at the bank, and what is paid with them. A card pays from one account: a payment is a hold
-- of the ledger with the payment's id, and a move when the merchant collects it.

create table cards.issued_cards (
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  user_uuid uuid not null,
  account_id uuid not null,
  asset text not null,
  -- Who issued it: a simulated issuer has no network behind it.
  issuer text not null check (issuer in ('simulated')),
  cardholder_name text not null,
  label text,
  network text not null check (network in ('visa', 'mastercard')),
  -- No more of a number is kept than this.
  last4 text not null check (last4 ~ '^[0-9]{4}$'),
  expires_on date not null,
  -- Who allowed it, with which key and when: it pays as long as they still may.
  allowed_by uuid not null,
  allowed_with uuid,
  allowed_at timestamptz not null,
  status text not null check (status in ('active', 'frozen', 'cancelled')),
  payment_limit_units numeric(38, 0) not null check (payment_limit_units > 0),
  daily_limit_units numeric(38, 0) not null check (daily_limit_units > 0),
  monthly_limit_units numeric(38, 0) not null check (monthly_limit_units > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index issued_cards_of on cards.issued_cards (environment, user_uuid, id desc);
create index issued_cards_allowed on cards.issued_cards (allowed_by) where status = 'active';

create table cards.card_payments (
  id uuid primary key,
  card_id uuid not null references cards.issued_cards (id),
  asset text not null,
  units numeric(38, 0) not null check (units > 0),
  merchant text not null,
  status text not null check (status in ('authorized', 'declined', 'captured', 'reversed', 'refunded')),
  -- What the authorization decided, and in words why it declined.
  decision text not null check (decision in (
    'approved', 'declined_insufficient_funds', 'declined_card_frozen', 'declined_card_cancelled',
    'declined_card_expired', 'declined_limit_exceeded', 'declined_fraud_suspected',
    'declined_account_unavailable', 'declined_not_allowed')),
  reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index card_payments_of on cards.card_payments (card_id, id desc);
-- What never moved money is deleted after a while.
create index card_payments_void on cards.card_payments (created_at) where status in ('declined', 'reversed');
