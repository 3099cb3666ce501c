-- The exchange: one book per pair and environment, the orders in it, and every trade made from them.
-- Money is the ledger's business: an order that waits is backed by the hold with the same id.

create schema exchange;

-- Whoever changes a book holds its row locked and raises `version`; a node's copy of the book is good
-- while it has the version of the row. Prices are counted in ticks of the pair, amounts in the smallest
-- unit of their asset.
create table exchange.books (
  environment text not null check (environment in ('live', 'sandbox')),
  pair text not null check (pair ~ '^[A-Z]{3,10}/[A-Z]{3,10}$'),
  version bigint not null default 0,
  -- The number of the last order that entered, and of the last trade.
  seq bigint not null default 0,
  trades bigint not null default 0,
  last_price numeric(38, 0) check (last_price > 0),
  primary key (environment, pair)
);

insert into exchange.books (environment, pair)
select environment, pair
from unnest(array['live', 'sandbox']) as environment,
  unnest(array['BTC/EUR', 'BTC/USD', 'BTC/GBP', 'BTC/GCU', 'ETH/EUR', 'ETH/USD', 'ETH/GBP', 'ETH/GCU', 'ETH/BTC',
    'EUR/GCU', 'USD/GCU', 'GBP/GCU', 'EUR/USD', 'EUR/GBP', 'GBP/USD']) as pair;

create table exchange.orders (
  id uuid primary key,
  environment text not null,
  pair text not null,
  account_id uuid not null,
  -- Whose account it was when the order came in.
  user_uuid uuid not null,
  manager_uuid uuid,
  side text not null check (side in ('buy', 'sell')),
  type text not null check (type in ('market', 'limit', 'stop', 'stop_limit')),
  time_in_force text not null check (time_in_force in ('GTC', 'IOC', 'FOK', 'GTD')),
  amount numeric(38, 0) not null check (amount > 0),
  price numeric(38, 0) check (price > 0),
  stop_price numeric(38, 0) check (stop_price > 0),
  -- Parts of 100,000 of the value, as its owner's tier was when it came in.
  maker_rate integer not null check (maker_rate >= 0),
  taker_rate integer not null check (taker_rate >= maker_rate),
  -- Done so far: of the base, worth this in the quote, and the sum of value times rate, of which the
  -- fee is the rounded share.
  filled numeric(38, 0) not null check (filled between 0 and amount),
  value numeric(38, 0) not null check (value >= 0),
  weight numeric(38, 0) not null check (weight >= 0),
  fee numeric(38, 0) not null check (fee >= 0),
  status text not null
    check (status in ('pending', 'open', 'partially_filled', 'filled', 'cancelled', 'expired', 'rejected')),
  reason text,
  -- Its place in time among the orders of the book; a stop gets a new one when it is set off.
  seq bigint not null,
  -- The version of the book in which it was last changed.
  book_version bigint not null,
  triggered_at timestamptz,
  expires_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  closed_at timestamptz,
  check ((status in ('pending', 'open', 'partially_filled')) = (closed_at is null)),
  check ((status = 'filled') = (filled = amount)),
  check (price is not null or type in ('market', 'stop')),
  check ((stop_price is not null) = (type in ('stop', 'stop_limit')))
) with (fillfactor = 80);
create index orders_changed on exchange.orders (environment, pair, book_version);
create index orders_waiting on exchange.orders (environment, pair, side, price) where closed_at is null;
create index orders_user on exchange.orders (user_uuid, created_at);
create index orders_manager on exchange.orders (manager_uuid, created_at) where manager_uuid is not null;

-- Both sides of a trade pay their fee in the quote. A side without an order is the house's own quote.
-- No foreign keys, here and above: a batch writes orders and trades together, with the book locked.
create table exchange.trades (
  id uuid primary key,
  environment text not null,
  pair text not null,
  number bigint not null,
  buy_order uuid,
  sell_order uuid,
  buyer_account uuid not null,
  seller_account uuid not null,
  price numeric(38, 0) not null check (price > 0),
  amount numeric(38, 0) not null check (amount > 0),
  value numeric(38, 0) not null check (value >= 0),
  maker_fee numeric(38, 0) not null check (maker_fee >= 0),
  taker_fee numeric(38, 0) not null check (taker_fee >= 0),
  maker_side text not null check (maker_side in ('buy', 'sell')),
  created_at timestamptz not null,
  unique (environment, pair, number),
  check (buyer_account <> seller_account)
);
create index trades_buy on exchange.trades (buy_order) where buy_order is not null;
create index trades_sell on exchange.trades (sell_order) where sell_order is not null;

create trigger trades_append_only before update or delete on exchange.trades
  for each row execute function platform.refuse_change();
create trigger trades_not_truncated before truncate on exchange.trades
  for each statement execute function platform.refuse_change();
create trigger orders_not_deleted before delete on exchange.orders
  for each row execute function platform.refuse_change();

-- The trades of a pair, minute by minute: what a day looked like is read from at most 1,440 rows.
create table exchange.candles (
  environment text not null,
  pair text not null,
  minute timestamptz not null,
  open numeric(38, 0) not null,
  high numeric(38, 0) not null,
  low numeric(38, 0) not null,
  close numeric(38, 0) not null,
  volume numeric(38, 0) not null,
  value numeric(38, 0) not null,
  trades bigint not null,
  primary key (environment, pair, minute)
) with (fillfactor = 80);

-- What a customer traded on a day, in cents: decides the tier of their fees.
create table exchange.volumes (
  environment text not null,
  user_uuid uuid not null,
  day date not null,
  cents numeric(38, 0) not null,
  primary key (environment, user_uuid, day)
) with (fillfactor = 80);
