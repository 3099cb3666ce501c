-- Purchases and sales of GCU: what counts against the limits of a person.

create schema gcu;

create table gcu.trades (
  -- The ledger's entry.
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  -- Whose limits it counts against.
  user_uuid uuid not null,
  account_uuid uuid not null,
  side text not null check (side in ('buy', 'sell')),
  currency text not null,
  -- All in the smallest unit of their asset; what was paid, or what would have been without the fee.
  currency_units numeric(38, 0) not null check (currency_units > 0),
  gcu_units numeric(38, 0) not null check (gcu_units > 0),
  fee_units numeric(38, 0) not null check (fee_units >= 0),
  -- Worth in euro cents, in which limits are counted; rounded up.
  euro_cents numeric(38, 0) not null check (euro_cents > 0),
  -- GCU for one of the currency.
  exchange_rate numeric(38, 18) not null check (exchange_rate > 0),
  -- The quote it was made at: each is good for one trade.
  quote_uuid uuid unique,
  created_at timestamptz not null
);
create index trades_of on gcu.trades (environment, user_uuid, side, created_at);
create trigger trades_append_only before update or delete on gcu.trades
  for each row execute function platform.refuse_change();
