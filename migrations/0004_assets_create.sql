-- What can be held: every asset with its smallest unit, and what one of it is worth.

create schema assets;

create table assets.assets (
  code text primary key check (code ~ '^[A-Z]{3,10}$'),
  name text not null check (char_length(name) between 1 and 100),
  type text not null check (type in ('fiat', 'crypto', 'commodity', 'custom', 'basket')),
  symbol text not null,
  -- Decimal places of the smallest unit. Never changed: balances are counted in it.
  precision smallint not null check (precision between 0 and 18),
  is_active boolean not null default true,
  is_tradeable boolean not null default false,
  metadata jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null
);

insert into assets.assets (code, name, type, symbol, precision, is_active, is_tradeable, created_at, updated_at)
select code, name, type, symbol, precision, is_active, is_tradeable, '2026-01-01Z', '2026-01-01Z'
from (values
  ('USD', 'US Dollar', 'fiat', '$', 2, true, true),
  ('EUR', 'Euro', 'fiat', '€', 2, true, true),
  ('GBP', 'British Pound', 'fiat', '£', 2, true, true),
  ('CHF', 'Swiss Franc', 'fiat', 'CHF', 2, true, false),
  ('JPY', 'Japanese Yen', 'fiat', '¥', 0, true, false),
  ('XAU', 'Gold (Troy Ounce)', 'commodity', 'XAU', 6, true, false),
  ('GCU', 'Global Currency Unit', 'basket', 'Ǥ', 4, true, true),
  ('BTC', 'Bitcoin', 'crypto', '₿', 8, true, true),
  ('ETH', 'Ethereum', 'crypto', 'Ξ', 18, true, true),
  ('USDC', 'USD Coin', 'crypto', 'USDC', 6, true, true),
  ('FUSD', 'Florin Dollar', 'custom', 'FUSD', 2, true, false),
  ('FEUR', 'Florin Euro', 'custom', 'FEUR', 2, true, false),
  ('FGOLD', 'Florin Gold', 'custom', 'FGOLD', 3, true, false),
  ('FCRYPTO', 'Florin Crypto', 'custom', 'FCRYPTO', 8, false, false)
) as seed (code, name, type, symbol, precision, is_active, is_tradeable);

-- What one whole unit of an asset is worth in another, from an instant on. The newest valid row
-- counts; older ones are the history. Pairs without the dollar are chained through it.
create table assets.rates (
  id uuid primary key default gen_random_uuid(),
  from_asset text not null references assets.assets,
  to_asset text not null references assets.assets,
  rate numeric(38, 18) not null check (rate > 0),
  source text not null check (source in ('manual', 'api', 'oracle', 'market')),
  valid_at timestamptz not null,
  -- Null: until a newer one comes.
  expires_at timestamptz check (expires_at > valid_at),
  check (from_asset <> to_asset)
);
create index rates_newest on assets.rates (from_asset, to_asset, valid_at desc);

insert into assets.rates (from_asset, to_asset, rate, source, valid_at)
select code, 'USD', rate, 'manual', '2026-01-01Z'
from (values
  ('EUR', 1.0850), ('GBP', 1.2700), ('CHF', 1.0870), ('JPY', 0.0067), ('XAU', 2000), ('BTC', 45000),
  ('ETH', 2500), ('GCU', 1.0000), ('USDC', 1), ('FUSD', 1), ('FEUR', 1.0850), ('FGOLD', 2000)
) as seed (code, rate);
