-- Chains: the tokens that live on them as assets of the bank, its own accounts for what happens there, and
-- which account of a user holds their tokens on which chain.

insert into assets.assets (code, name, type, symbol, precision, is_active, is_tradeable, created_at, updated_at)
select code, name, 'crypto', symbol, precision, true, false, '2026-01-01Z', '2026-01-01Z'
from (values
  ('USDT', 'Tether USD', 'USDT', 6),
  ('DAI', 'Dai Stablecoin', 'DAI', 18),
  ('WETH', 'Wrapped Ether', 'WETH', 18),
  ('WBTC', 'Wrapped Bitcoin', 'WBTC', 8),
  ('STETH', 'Staked Ether', 'stETH', 18),
  ('MATIC', 'Polygon', 'MATIC', 18),
  ('BNB', 'BNB', 'BNB', 18),
  ('SOL', 'Solana', 'SOL', 9),
  ('TRX', 'TRON', 'TRX', 6)
) as seed (code, name, symbol, precision)
on conflict (code) do nothing;

-- Money on its way over a chain, the fees of bridges, gas, coins that are wrapped, and the other side of the
-- simulated markets.
insert into ledger.accounts (id, environment, code, created_at)
select ('00000000-0000-4000-8000-00000000' || env.digit || lpad((number + 23)::text, 3, '0'))::uuid,
  env.name, code, '2026-01-01Z'
from (values ('live', '0'), ('sandbox', '5')) as env (name, digit),
  unnest(array['clearing:chains', 'chains:fees', 'chains:gas', 'chains:wrapped', 'defi:market',
    'defi:lending', 'defi:staking']) with ordinality as system (code, number);

create schema chains;

create table chains.custody (
  environment text not null check (environment in ('live', 'sandbox')),
  user_uuid uuid not null,
  chain text not null
    check (chain in ('ethereum', 'polygon', 'arbitrum', 'optimism', 'base', 'bsc', 'solana', 'bitcoin', 'tron')),
  -- An ordinary account of the user; replaced when they close it and use the chain again.
  account_uuid uuid not null unique,
  created_at timestamptz not null,
  primary key (environment, user_uuid, chain)
);

-- Transactions that a real provider signed, each under the id of what it is for, so that a retry sends the same
-- one again. Written before it is sent.
create table chains.transactions (
  id text primary key,
  chain text not null,
  sender text not null,
  nonce bigint not null check (nonce >= 0),
  tx_hash text not null,
  raw text not null,
  created_at timestamptz not null,
  unique (chain, sender, nonce)
);
